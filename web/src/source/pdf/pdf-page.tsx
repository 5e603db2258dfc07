import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist";
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { doubtAccount } from "../../state/account.ts";
import { useText } from "../../text/use-text.ts";
import type { Passage } from "../use-passage.ts";
import { scrollToMark } from "../use-scroll-to-mark.ts";
import { markTextLayer, unmark } from "./mark-text-layer.ts";

export interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  scroller: RefObject<HTMLElement | null>;
  /** The size to assume until the page is known, in points. */
  usualSize: PageSize;
  /** Pixels per point. */
  scale: number;
  passage: Passage | null;
  onMarked(isFound: boolean): void;
}

/** Canvases beyond this many pixels would be refused by some browsers. */
const MOST_PIXELS = 16_000_000;
/** Pages this near to the view are drawn already. */
const NEAR = "700px 0px";

/** One page, drawn while it is in or near the view, with selectable text and the passage marked in it. */
export function PdfPage({ pdf, number, scroller, usualSize, scale, passage, onMarked }: PdfPageProps) {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [isNear, setNear] = useState(false);
  const [hasText, setHasText] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: NEAR,
    });
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    if (!isNear || page !== null) return;
    let isStale = false;
    pdf.getPage(number).then(
      (loaded) => {
        if (!isStale) setPage(loaded);
      },
      (error) => {
        if (isStale) return;
        // It may be that nobody is signed in any more, which the viewer does not say.
        doubtAccount();
        reportError(error);
      },
    );
    return () => {
      isStale = true;
    };
  }, [pdf, number, isNear, page]);

  useEffect(() => {
    const surface = canvas.current;
    if (page === null || !isNear || surface === null) return;
    return drawPage(page, surface, scale);
  }, [page, isNear, scale]);

  useEffect(() => {
    const container = layer.current;
    if (page === null || !isNear || container === null) return;
    const text = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale }),
    });
    text.render().then(
      () => setHasText(true),
      (error) => {
        if (error?.name !== "AbortException") reportError(error);
      },
    );
    return () => {
      text.cancel();
      container.replaceChildren();
      setHasText(false);
    };
  }, [page, isNear, scale]);

  useEffect(() => {
    const container = layer.current;
    if (container === null || !hasText) return;
    if (passage === null) {
      unmark(container);
      return;
    }
    onMarked(markTextLayer(container, passage));
    scrollToMark(container);
  }, [hasText, passage, onMarked]);

  const size = page === null ? usualSize : page.getViewport({ scale: 1 });
  return (
    <section
      ref={frame}
      data-page={number}
      aria-label={t.source.pageLabel(number)}
      className="pdf-page mb-4"
      style={pageStyle(size, scale)}
    >
      {isNear && <canvas ref={canvas} />}
      <div ref={layer} className="text-layer" />
    </section>
  );
}

/** The size of a page, and the scale that its text layer reckons with. */
function pageStyle(size: PageSize, scale: number): CSSProperties {
  const properties = { width: size.width * scale, height: size.height * scale, "--scale-factor": scale };
  return properties;
}

function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): () => void {
  const wanted = page.getViewport({ scale: scale * devicePixelRatio });
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (wanted.width * wanted.height)));
  const viewport = page.getViewport({ scale: scale * devicePixelRatio * shrink });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  task.promise.catch((error: unknown) => {
    if (!(error instanceof RenderingCancelledException)) reportError(error);
  });
  return () => task.cancel();
}
