import { deflateSync } from "node:zlib";
import { assemblePdf, makePdf } from "../../../../test/contracts/make-pdf.ts";
import type { GreyPicture } from "../ocr/text-recognizer.ts";
import { openPageRenderer } from "../pdf/open-page-renderer.ts";

/** A page with these lines, as a scanner sees it. */
export async function scanOf(text: string): Promise<GreyPicture> {
  const renderer = await openPageRenderer(makePdf([text]));
  try {
    return await renderer.render(1);
  } finally {
    renderer.close();
  }
}

/** A PDF whose pages are pictures and nothing else. */
export function pdfOfPictures(pictures: readonly GreyPicture[], ownText = ""): Uint8Array {
  return assemblePdf(
    pictures.map(({ width, height, pixels }) => ({
      dictionary: "/Filter /FlateDecode",
      content: deflateSync(
        Buffer.concat([
          Buffer.from(`q 612 0 0 792 0 0 cm BI /W ${width} /H ${height} /CS /G /BPC 8 /F /AHx ID `),
          Buffer.from(`${Buffer.from(pixels).toString("hex")}>\nEI Q\n`),
          Buffer.from(ownText === "" ? "" : `BT /F1 12 Tf 72 40 Td (${ownText}) Tj ET`),
        ]),
      ),
    })),
  );
}
