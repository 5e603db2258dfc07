/** The ways in which a document can be shown. */
export type ViewKind = "pdf" | "image" | "text" | "markdown" | "table" | "code" | "extracted";

const VIEWS: Record<Exclude<ViewKind, "extracted">, string> = {
  pdf: "PDF",
  image: "JPG JPEG PNG GIF WEBP BMP SVG",
  text: "TXT LOG TEXT",
  markdown: "MD MARKDOWN MDX",
  table: "CSV TSV",
  code: "C CC CPP CS CSS GO H HPP JAVA JS JSX JSON KT LUA MJS PHP PL PY R RB RS SCALA SH SQL SWIFT TOML TS TSX INI CONF YAML YML XML",
};

/** How the original of a document of some type is shown. */
export function viewOf(documentType: string): ViewKind {
  for (const [view, types] of Object.entries(VIEWS))
    if (types.split(" ").includes(documentType)) return view as ViewKind;
  return "extracted";
}
