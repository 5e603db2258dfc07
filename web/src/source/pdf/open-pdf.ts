import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { fileUrl } from "../../api/documents.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

/** A PDF being opened; `close` also ends what is still loading. */
export interface OpenPdf {
  document: Promise<PDFDocumentProxy>;
  close(): void;
}

/** Opens a document's PDF, page by page where its file allows; all that it needs comes from this service. */
export function openPdf(documentId: string): OpenPdf {
  const task = getDocument({
    url: fileUrl(documentId),
    cMapUrl: `${__PDF_PARTS__}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${__PDF_PARTS__}/standard_fonts/`,
    wasmUrl: `${__PDF_PARTS__}/wasm/`,
    disableAutoFetch: true,
    enableXfa: false,
  });
  return {
    document: task.promise,
    close() {
      // What fails while it is being thrown away concerns nobody.
      task.destroy().catch(reportError);
    },
  };
}
