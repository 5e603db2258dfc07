import { lazy, Suspense } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { fileUrl } from "../api/documents.ts";
import { doubtAccount, useSignInCount } from "../state/account.ts";
import type { SourceTarget } from "../state/route.ts";
import { useText } from "../text/use-text.ts";
import { ExtractedView } from "./extracted-view.tsx";
import { TextFileView } from "./text-file-view.tsx";
import type { Passage } from "./use-passage.ts";
import { viewOf } from "./view-kind.ts";

const PdfView = lazy(() => import("./pdf/pdf-view.tsx"));

export interface DocumentViewProps {
  document: ShownDocument;
  target: SourceTarget;
  passage: Passage | null;
  onShowText(): void;
}

/** The original of a document where a browser can show it, else the text that was read from it. */
export function DocumentView({ document, target, passage, onShowText }: DocumentViewProps) {
  const t = useText();
  const { documentId, documentName, documentType } = document;
  const signIns = useSignInCount();
  switch (viewOf(documentType)) {
    case "pdf":
      return (
        <Suspense fallback={<p className="p-6 text-ink-faint">{t.source.loading}</p>}>
          <PdfView documentId={documentId} page={target.page} passage={passage} onShowText={onShowText} />
        </Suspense>
      );
    case "image":
      return (
        <div className="grid h-full place-items-center overflow-auto bg-sunken p-4">
          <img
            // Asked for again when somebody who was signed out is back.
            key={signIns}
            onError={doubtAccount}
            className="max-h-full max-w-full rounded object-contain shadow-card"
            src={fileUrl(documentId)}
            alt={t.source.imageAlt(documentName)}
          />
        </div>
      );
    case "text":
    case "markdown":
    case "table":
    case "code":
      return (
        <TextFileView
          key={documentId}
          documentId={documentId}
          view={viewOf(documentType)}
          chunk={target.chunk}
          passage={passage}
        />
      );
    case "extracted":
      return <ExtractedView documentId={documentId} chunk={target.chunk} passage={passage} />;
  }
}
