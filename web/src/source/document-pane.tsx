import { useEffect, useState } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { Icon } from "../kit/icon.tsx";
import { useDocument, useDocuments } from "../library/document-store.ts";
import { linkTo } from "../state/location.ts";
import type { SourceTarget } from "../state/route.ts";
import { useText } from "../text/use-text.ts";
import { ChunkList } from "./chunk-list.tsx";
import { DocumentHeader } from "./document-header.tsx";
import { DocumentView } from "./document-view.tsx";
import { ExtractedView } from "./extracted-view.tsx";
import { SimilarDocuments } from "./similar-documents.tsx";
import { usePassage } from "./use-passage.ts";

const TABS = ["original", "text", "passages", "similar"] as const;
type Tab = (typeof TABS)[number];

interface DocumentPaneProps {
  target: SourceTarget;
  /** Whether the document has the page to itself, or stands beside a chat. */
  isPage: boolean;
  /** The level of its name: the first where it is all that is shown. */
  heading: "h1" | "h2";
}

/** A document: its original with the cited passage marked, the text that was read from it, and its like. */
export function DocumentPane({ target, isPage, heading }: DocumentPaneProps) {
  const { state } = useDocuments();
  const document = useDocument(target.documentId);
  if (document === undefined) return state === "ready" ? <Missing heading={heading} /> : <Loading />;
  return <KnownDocument key={document.documentId} {...{ document, target, isPage, heading }} />;
}

function KnownDocument({
  document,
  target,
  isPage,
  heading,
}: DocumentPaneProps & { document: ShownDocument }) {
  const t = useText();
  const [tab, setTab] = useState<Tab>("original");
  const passage = usePassage(target);
  // Another citation leads back to the original, wherever one was.
  const { page, chunk } = target;
  useEffect(() => {
    if (page !== null || chunk !== null) setTab("original");
  }, [page, chunk]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DocumentHeader document={document} isPage={isPage} heading={heading} />
      <div className="px-3 pb-2 md:px-5">
        <div role="tablist" aria-label={document.documentName} className="segment w-full max-w-md text-sm">
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="document-tab"
              tabIndex={tab === name ? 0 : -1}
              className="!px-2"
              onClick={() => setTab(name)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (step === undefined) return;
                const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length] ?? name;
                setTab(next);
                window.document.getElementById(`tab-${next}`)?.focus();
              }}
            >
              {t.source[name]}
            </button>
          ))}
        </div>
      </div>
      <div id="document-tab" role="tabpanel" aria-labelledby={`tab-${tab}`} className="min-h-0 flex-1">
        {tab === "original" && (
          <DocumentView
            document={document}
            target={target}
            passage={passage}
            onShowText={() => setTab("text")}
          />
        )}
        {tab === "text" && <ExtractedView documentId={document.documentId} chunk={chunk} passage={passage} />}
        {tab === "passages" && <ChunkList documentId={document.documentId} />}
        {tab === "similar" && <SimilarDocuments documentId={document.documentId} />}
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="space-y-4 p-8" aria-hidden="true">
      <div className="skeleton h-6 w-1/2" />
      <div className="skeleton h-[60vh] w-full" />
    </div>
  );
}

function Missing({ heading: Heading }: Pick<DocumentPaneProps, "heading">) {
  const t = useText();
  return (
    <div className="grid h-full place-items-center px-6 text-center">
      <div>
        <Heading className="max-w-md font-serif text-xl">{t.source.missing}</Heading>
        <a className="button mt-6" {...linkTo({ name: "library" })}>
          <Icon name="books" /> {t.shell.library}
        </a>
      </div>
    </div>
  );
}
