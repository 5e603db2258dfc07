import { useEffect, useState } from "react";
import { isAbort } from "../api/request.ts";
import { type FoundPassage, searchPassages } from "../api/search.ts";
import { useUserId } from "../state/user.ts";

/** A pause in typing that is long enough to search. */
const PAUSE_MS = 160;
const MOST_PASSAGES = 40;
/** The same floor as for answers: what a chat would use is found here too. */
const LEAST_SCORE = 0.4;

/** What a search has come to. The last hits stay in sight while the next are looked for. */
export type Search =
  | { state: "idle"; hits: readonly FoundPassage[] }
  | { state: "searching"; hits: readonly FoundPassage[] }
  | { state: "found"; hits: readonly FoundPassage[] }
  | { state: "failed"; hits: readonly FoundPassage[]; error: unknown };

const IDLE: Search = { state: "idle", hits: [] };

/** Searches by meaning and words while one types; what is no longer wanted is ended. */
export function useSearch(query: string, type: string | null): Search {
  const userId = useUserId();
  const [search, setSearch] = useState<Search>(IDLE);
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === "") {
      setSearch(IDLE);
      return;
    }
    setSearch(({ hits }) => ({ state: "searching", hits }));
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const hits = await searchPassages(
          {
            query: wanted.slice(0, 8000),
            userId,
            documentType: type === null ? [] : [type],
            limit: MOST_PASSAGES,
            scoreThreshold: LEAST_SCORE,
          },
          controller.signal,
        );
        setSearch({ state: "found", hits });
      } catch (error) {
        if (!isAbort(error)) setSearch({ state: "failed", hits: [], error });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted, userId, type]);
  return search;
}
