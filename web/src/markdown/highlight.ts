import { common, createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";

const lowlight = createLowlight(common);

/** Code as coloured elements; null where the language is unknown. */
export function highlight(language: string, code: string): ReactNode {
  if (!lowlight.registered(language)) return null;
  return lowlight.highlight(language, code).children.map(toNode);
}

type Content = ReturnType<typeof lowlight.highlight>["children"][number];

function toNode(content: Content, index: number): ReactNode {
  if (content.type === "text") return content.value;
  if (content.type !== "element") return null;
  const { className } = content.properties;
  return createElement(
    "span",
    { key: index, className: Array.isArray(className) ? className.join(" ") : undefined },
    content.children.map(toNode),
  );
}
