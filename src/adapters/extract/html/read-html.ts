import type { ExtractedText } from "../../../domain/passage.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { decodeText } from "../text/decode-text.ts";
import { DepthCappedParser } from "./depth-capped-parser.ts";
import { openHtmlLayout } from "./html-layout.ts";

const CHUNK_CHARACTERS = 65_536;

/** Reads what a browser would show of a page, its title first and a section for each heading. */
export async function readHtml(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  return { syntax: "plain", parts: readHtmlParts(decodeText(bytes), context.limits.characters), pages: null };
}

/** The visible text of HTML source, for every format that carries pages inside; XHTML may close any tag by itself. */
export function readHtmlParts(
  html: string,
  maxCharacters: number,
  syntax: "html" | "xhtml" = "html",
): ExtractedText["parts"] {
  const builder = openSectionBuilder(maxCharacters);
  const layout = openHtmlLayout(builder);
  let depth = 0;
  const parser = new DepthCappedParser(
    {
      onopentag(name, attributes) {
        parser.setDepth(++depth);
        layout.open(name, attributes);
      },
      onclosetag(name) {
        parser.setDepth(--depth);
        layout.close(name);
      },
      ontext: (text) => layout.text(text),
    },
    { recognizeSelfClosing: syntax === "xhtml" },
  );
  for (let start = 0; start < html.length; start += CHUNK_CHARACTERS) {
    parser.write(html.slice(start, start + CHUNK_CHARACTERS));
  }
  parser.end();
  layout.end();
  return builder.build();
}
