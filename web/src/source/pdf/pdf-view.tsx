import type { PDFDocumentProxy } from "pdfjs-dist";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { sayFailure } from "../../api/request.ts";
import { Icon } from "../../kit/icon.tsx";
import { noteRefusal, onUnlock, signInCount } from "../../state/account.ts";
import { useText } from "../../text/use-text.ts";
import type { Passage } from "../use-passage.ts";
import { openPdf } from "./open-pdf.ts";
import { type PageSize, PdfPage } from "./pdf-page.tsx";
import { PdfToolbar } from "./pdf-toolbar.tsx";

interface PdfViewProps {
  documentId: string;
  page: number | null;
  passage: Passage | null;
  onShowText(): void;
}

type Loaded =
  | { state: "loading" }
  | { state: "ready"; documentId: string; pdf: PDFDocumentProxy; usualSize: PageSize }
  | { state: "failed"; error: unknown };

/** A PDF, page below page, opened on a page with a passage marked in it. */
export default function PdfView({ documentId, page, passage, onShowText }: PdfViewProps) {
  const t = useText();
  const loaded = usePdf(documentId);
  if (loaded.state === "loading") return <p className="p-6 text-ink-faint">{t.source.loading}</p>;
  if (loaded.state === "failed") {
    const { error } = loaded;
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return (
      <div role="alert" className="p-6">
        <p className="font-semibold">{t.source.pdfFailed}</p>
        <p className="mt-1 text-ink-soft text-sm">{isLocked ? t.source.needsPassword : sayFailure(error)}</p>
        <button type="button" className="button mt-4" onClick={onShowText}>
          {t.source.showText}
        </button>
      </div>
    );
  }
  return <Pages pdf={loaded.pdf} usualSize={loaded.usualSize} page={page} passage={passage} />;
}

function usePdf(documentId: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  // What could not be read while the user was signed out is missing in an open one too.
  useEffect(() => onUnlock(() => setAttempt((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new one
  useEffect(() => {
    let isStale = false;
    const sentAt = signInCount();
    const opened = openPdf(documentId);
    // The pages in sight stay until the same ones have come again.
    setLoaded((before) =>
      before.state === "ready" && before.documentId === documentId ? before : { state: "loading" },
    );
    const load = async () => {
      try {
        const pdf = await opened.document;
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (!isStale) setLoaded({ state: "ready", documentId, pdf, usualSize: { width, height } });
      } catch (error) {
        if (isStale) return;
        if (!noteRefusal(statusOf(error), sentAt)) setLoaded({ state: "failed", error });
      }
    };
    void load();
    return () => {
      isStale = true;
      opened.close();
    };
  }, [documentId, attempt]);
  return loaded;
}

/** The status with which the viewer was refused a file; 0 where it failed otherwise. */
function statusOf(error: unknown): number {
  return error instanceof Error && "status" in error ? Number(error.status) : 0;
}

const MARGIN = 32;
const LEAST_WIDTH = 200;
/** A page does not grow beyond this by itself: lines would be too long to read. */
const MOST_WIDTH = 1000;
const ZOOM_STEP = 1.2;
const ZOOM = { least: 0.4, most: 5 };

interface PagesProps {
  pdf: PDFDocumentProxy;
  usualSize: PageSize;
  page: number | null;
  passage: Passage | null;
}

function Pages({ pdf, usualSize, page, passage }: PagesProps) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(page ?? 1);
  const [isUnmarked, setUnmarked] = useState(false);
  const scale = (zoom * Math.max(LEAST_WIDTH, Math.min(width - MARGIN, MOST_WIDTH))) / usualSize.width;
  const goTo = useCallback((number: number) => {
    scroller.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: "start" });
  }, []);
  const isReady = width > 0;
  useEffect(() => {
    if (isReady && page !== null) goTo(page);
  }, [page, isReady, goTo]);
  useEffect(() => {
    if (passage === null) setUnmarked(false);
  }, [passage]);
  const onMarked = useCallback((isFound: boolean) => setUnmarked(!isFound), []);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const line = element.getBoundingClientRect().top + element.clientHeight / 2;
    const pages = [...element.querySelectorAll<HTMLElement>("[data-page]")];
    const shown = pages.findLast((one) => one.getBoundingClientRect().top <= line);
    setCurrent(Number(shown?.dataset.page ?? 1));
  };
  const change = (factor: number) => setZoom(Math.max(ZOOM.least, Math.min(ZOOM.most, zoom * factor)));
  return (
    <div className="flex h-full flex-col">
      <PdfToolbar
        page={current}
        pages={pdf.numPages}
        onPage={goTo}
        onZoomIn={() => change(ZOOM_STEP)}
        onZoomOut={() => change(1 / ZOOM_STEP)}
        onFit={() => setZoom(1)}
      />
      {isUnmarked && passage !== null && (
        <div className="border-line border-b bg-marker px-5 py-3 text-sm">
          <p className="flex items-center gap-2 font-semibold">
            <Icon name="marker" size={16} /> {t.source.notMarked}
          </p>
          <p className="mt-1 line-clamp-4 font-serif">{passage.focus ?? passage.text}</p>
        </div>
      )}
      <section
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto bg-sunken p-4"
        tabIndex={0}
        aria-label={t.source.pages}
        onScroll={onScroll}
      >
        {isReady &&
          Array.from({ length: pdf.numPages }, (_, i) => (
            <PdfPage
              key={`${pdf.loadingTask.docId} ${i + 1}`}
              pdf={pdf}
              number={i + 1}
              scroller={scroller}
              usualSize={usualSize}
              scale={scale}
              passage={i + 1 === (page ?? 0) ? passage : null}
              onMarked={onMarked}
            />
          ))}
      </section>
    </div>
  );
}

/** The width of an element, followed after a moment of rest so that dragging a border does not redraw pages all along. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setWidth(target.clientWidth);
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setWidth(target.clientWidth), 120);
    });
    observer.observe(target);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}
