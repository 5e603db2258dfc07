/** A PDF with one page for each text; the lines of a text are set below each other. */
export function makePdf(pages: readonly string[]): Uint8Array<ArrayBuffer> {
  return assemblePdf(
    pages.map((text) => {
      const lines = text.split("\n").map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`);
      return {
        dictionary: "",
        content: Buffer.from(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.join("\n")} ET`, "latin1"),
      };
    }),
  );
}

export interface PdfPage {
  /** Further entries of the content stream's dictionary, such as its filter. */
  dictionary: string;
  content: Uint8Array;
}

/** A PDF of ready content streams. It has no cross-reference table: readers rebuild it. */
export function assemblePdf(pages: readonly PdfPage[], trailer = ""): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(" ");
  const pieces: (string | Uint8Array)[] = [
    "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>\nendobj\n`,
    "3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>\nendobj\n",
  ];
  for (const [index, { dictionary, content }] of pages.entries()) {
    const id = 10 + index * 2;
    pieces.push(
      `${id} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] `,
      `/Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>\nendobj\n`,
      `${id + 1} 0 obj\n<< /Length ${content.length} ${dictionary} >>\nstream\n`,
      content,
      "\nendstream\nendobj\n",
    );
  }
  pieces.push(`trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`);
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece)),
  );
}
