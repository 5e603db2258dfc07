import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import pdfjs from "pdfjs-dist/package.json" with { type: "json" };
import { defineConfig } from "vite";
import { checkBudget } from "./build/check-budget.ts";
import { copyPdfParts } from "./build/copy-pdf-parts.ts";
import { precompress } from "./build/precompress.ts";

/** The most compressed JavaScript that the first page may load. */
const FIRST_LOAD_BYTES = 200_000;

/** Where the PDF viewer finds character maps and fonts; the version makes the folder cacheable for ever. */
const pdfPartsFolder = `assets/pdf-${pdfjs.version}`;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    copyPdfParts(pdfPartsFolder),
    checkBudget(FIRST_LOAD_BYTES),
    precompress(),
  ],
  define: { __PDF_PARTS__: JSON.stringify(`/${pdfPartsFolder}`) },
  build: {
    target: "es2023",
    // Fonts and icons stay files: the page's policy allows no data: URLs but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  // The host stays the one that the browser asked, which the service compares with the origin of the page.
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:3000", changeOrigin: false },
      "/docs": { target: "http://127.0.0.1:3000", changeOrigin: false },
    },
  },
});
