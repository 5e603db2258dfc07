import { useEffect, useState } from "react";
import type { Recommendation } from "../../../src/domain/passage.ts";
import { recommendDocuments } from "../api/documents.ts";
import { isAbort, sayFailure } from "../api/request.ts";
import { Spine } from "../library/spine.tsx";
import { linkTo } from "../state/location.ts";
import { useUserId } from "../state/user.ts";
import { useText } from "../text/use-text.ts";

type Found =
  | { state: "loading" }
  | { state: "ready"; documents: Recommendation[] }
  | { state: "failed"; error: unknown };

/** Documents that resemble a document, with the passage that shows it. */
export function SimilarDocuments({ documentId }: { documentId: string }) {
  const t = useText();
  const userId = useUserId();
  const [found, setFound] = useState<Found>({ state: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    recommendDocuments(documentId, userId, controller.signal).then(
      (documents) => setFound({ state: "ready", documents }),
      (error) => {
        if (!isAbort(error)) setFound({ state: "failed", error });
      },
    );
    return () => controller.abort();
  }, [documentId, userId]);
  if (found.state === "loading") return <p className="p-6 text-ink-faint">{t.source.loading}</p>;
  if (found.state === "failed")
    return (
      <p role="alert" className="p-6 text-danger">
        {t.shell.loadFailed}. {sayFailure(found.error)}
      </p>
    );
  if (found.documents.length === 0)
    return <p className="p-6 font-serif text-ink-soft">{t.source.noSimilar}</p>;
  return (
    <ul className="h-full max-w-3xl overflow-y-auto px-5 pb-16 md:px-8">
      {found.documents.map(({ documentId: id, documentName, category, score, matchingChunks }) => (
        <li key={id} className="border-line border-t first:border-t-0">
          <a
            className="flex gap-4 rounded-lg py-4 hover:bg-hover"
            {...linkTo({ name: "document", documentId: id })}
          >
            <Spine category={category} className="w-2" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{documentName}</span>
              <span className="block text-ink-faint text-xs">
                {t.library.categories[category]} · {t.chat.match(Math.round(100 * score))}
              </span>
              <span className="mt-1.5 line-clamp-3 font-serif text-ink-soft text-sm leading-relaxed">
                {matchingChunks[0]?.text}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
