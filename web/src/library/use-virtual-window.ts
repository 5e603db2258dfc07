import { type RefObject, useLayoutEffect, useState } from "react";

/** What of a long list is drawn, and how its items are laid out. */
export interface VirtualWindow {
  columns: number;
  firstItem: number;
  /** The item after the last one. */
  endItem: number;
  totalHeight: number;
}

interface Layout {
  count: number;
  itemHeight: number;
  /** The least width of an item; null makes one column. */
  itemWidth: number | null;
}

/** Rows drawn beyond the edges, so that fast scrolling shows no gaps. */
const OVERSCAN = 6;

/** Follows the scrolling of an element and says which items are in sight. It draws anew only when that changes. */
export function useVirtualWindow(scroller: RefObject<HTMLElement | null>, layout: Layout): VirtualWindow {
  const { count, itemHeight, itemWidth } = layout;
  const [sight, setSight] = useState({ firstRow: 0, rows: 20, columns: 1 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const columns = itemWidth === null ? 1 : Math.max(1, Math.floor(element.clientWidth / itemWidth));
      const firstRow = Math.max(0, Math.floor(element.scrollTop / itemHeight) - OVERSCAN);
      const rows = Math.ceil(element.clientHeight / itemHeight) + 2 * OVERSCAN;
      setSight((before) =>
        before.firstRow === firstRow && before.rows === rows && before.columns === columns
          ? before
          : { firstRow, rows, columns },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, itemHeight, itemWidth]);

  const { firstRow, rows, columns } = sight;
  const allRows = Math.ceil(count / columns);
  const start = Math.max(0, Math.min(firstRow, allRows - 1));
  return {
    columns,
    firstItem: start * columns,
    endItem: Math.min(count, (start + rows) * columns),
    totalHeight: allRows * itemHeight,
  };
}
