import { useMemo } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { sayFailure } from "../api/request.ts";
import type { FoundPassage } from "../api/search.ts";
import { linkTo } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { matchNames } from "./arrange-documents.ts";
import { excerptOf } from "./mark-words.ts";
import { Spine } from "./spine.tsx";
import type { Search } from "./use-search.ts";

interface SearchResultsProps {
  query: string;
  search: Search;
  documents: readonly ShownDocument[];
}

const MOST_NAMES = 8;
const MOST_PASSAGES_EACH = 3;

/** What a search found: documents by their name at once, passages by meaning and words as they come. */
export function SearchResults({ query, search, documents }: SearchResultsProps) {
  const t = useText();
  const named = useMemo(() => matchNames(documents, query).slice(0, MOST_NAMES), [documents, query]);
  const groups = useMemo(() => groupHits(search.hits, documents), [search.hits, documents]);
  const passages = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <div className="h-full overflow-y-auto px-4 pb-24 md:px-8">
      <p className="py-2 text-ink-faint text-sm" role="status">
        {search.state === "searching" ? t.chat.looking : t.library.results(passages, groups.length)}
      </p>
      {search.state === "failed" && (
        <p role="alert" className="text-danger">
          {sayFailure(search.error)}
        </p>
      )}
      {named.length > 0 && (
        <section className="mb-6">
          <h2 className="mb-2 font-semibold text-ink-soft text-sm">{t.library.named}</h2>
          <ul className="flex flex-wrap gap-2">
            {named.map(({ documentId, documentName, category }) => (
              <li key={documentId}>
                <a className="button !justify-start max-w-80" {...linkTo({ name: "document", documentId })}>
                  <Spine category={category} className="h-5 w-1.5" />
                  <span className="truncate">{documentName}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.length > 0 && (
        <h2 className="mb-1 font-semibold text-ink-soft text-sm">{t.library.passages}</h2>
      )}
      <ol className={`max-w-4xl ${search.state === "searching" ? "opacity-60" : ""}`}>
        {groups.map((group) => (
          <DocumentHits key={group.document.documentId} group={group} query={query} />
        ))}
      </ol>
      {search.state === "found" && groups.length === 0 && named.length === 0 && (
        <div className="py-14 text-center">
          <p className="font-serif text-xl">{t.library.nothing(query)}</p>
          <p className="mt-2 text-ink-soft">{t.library.nothingHint}</p>
        </div>
      )}
    </div>
  );
}

interface HitGroup {
  document: ShownDocument;
  hits: FoundPassage[];
}

/** The hits by document, best first; documents that are hidden or filtered out are left out. */
function groupHits(hits: readonly FoundPassage[], documents: readonly ShownDocument[]): HitGroup[] {
  const known = new Map(documents.map((document) => [document.documentId, document]));
  return [...Map.groupBy(hits, (hit) => hit.documentId)].flatMap(([documentId, group]) => {
    const document = known.get(documentId);
    return document === undefined ? [] : [{ document, hits: group.slice(0, MOST_PASSAGES_EACH) }];
  });
}

function DocumentHits({ group: { document, hits }, query }: { group: HitGroup; query: string }) {
  const t = useText();
  const { documentId, documentName, category } = document;
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <a
        className="inline-flex max-w-full items-center gap-3 font-semibold hover:underline"
        {...linkTo({ name: "document", documentId })}
      >
        <Spine category={category} className="h-6 w-1.5" />
        <span className="truncate">{documentName}</span>
      </a>
      <ul className="mt-1.5 space-y-0.5">
        {hits.map((hit) => {
          const source = { documentId, page: hit.pageNumber, chunk: hit.chunkIndex };
          return (
            <li key={hit.id}>
              <a
                className="-mx-3 block rounded-lg px-3 py-1.5 font-serif text-ink-soft leading-relaxed hover:bg-hover"
                {...linkTo({ name: "document", documentId }, source)}
              >
                <Excerpt passage={hit.chunkText} query={query} />
                <span
                  className="ml-2 whitespace-nowrap font-sans text-ink-faint text-xs"
                  title={t.library.found(hit.explain.meaning?.rank ?? null, hit.explain.words?.rank ?? null)}
                >
                  {[
                    hit.pageNumber === null ? hit.section : t.library.page(hit.pageNumber),
                    t.chat.match(percent(hit.score)),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function Excerpt({ passage, query }: { passage: string; query: string }) {
  let at = 0;
  return excerptOf(passage, query).map(({ text, isMarked }) => {
    at += text.length;
    return isMarked ? <mark key={at}>{text}</mark> : text;
  });
}

function percent(score: number): number {
  return Math.round(100 * score);
}
