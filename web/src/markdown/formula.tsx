import { useEffect, useRef } from "react";

/** A formula; its source stands in its place until the typesetter has come. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isStale = false;
    void import("./typeset.ts").then(({ typeset }) => {
      if (!isStale && place.current !== null) typeset(tex, place.current, isDisplay);
    });
    return () => {
      isStale = true;
    };
  }, [tex, isDisplay]);
  return <span ref={place} data-tex={tex} />;
}
