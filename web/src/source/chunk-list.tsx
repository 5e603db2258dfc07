import { sayFailure } from "../api/request.ts";
import { linkTo } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { useChunks } from "./use-chunks.ts";

/** The passages that a document was cut into: what search and answers work with. */
export function ChunkList({ documentId }: { documentId: string }) {
  const t = useText();
  const { state, chunks, total, error, showMore } = useChunks(documentId, null);
  if (state === "loading") return <p className="p-6 text-ink-faint">{t.source.loading}</p>;
  if (state === "failed")
    return (
      <p role="alert" className="p-6 text-danger">
        {t.shell.loadFailed}. {sayFailure(error)}
      </p>
    );
  return (
    <div className="h-full overflow-y-auto px-5 pb-16 md:px-8">
      <ol className="max-w-3xl">
        {chunks.map(({ chunkIndex, chunkText, pageNumber, section }) => (
          <li key={chunkIndex} className="border-line border-t py-4 first:border-t-0">
            <a
              className="font-semibold text-lamp text-sm hover:underline"
              {...linkTo(
                { name: "document", documentId },
                { documentId, page: pageNumber, chunk: chunkIndex },
              )}
            >
              {[
                t.source.passage(chunkIndex + 1),
                pageNumber !== null && t.source.pageLabel(pageNumber),
                section,
              ]
                .filter(Boolean)
                .join(" · ")}
            </a>
            <p className="mt-1 whitespace-pre-wrap break-words font-serif text-ink-soft leading-relaxed">
              {chunkText}
            </p>
          </li>
        ))}
      </ol>
      {chunks.length < total && (
        <button type="button" className="button mt-6" onClick={showMore}>
          {t.source.moreText}
        </button>
      )}
    </div>
  );
}
