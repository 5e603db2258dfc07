/** Where the PDF viewer's character maps, fonts and decoders lie; set by the build. */
declare const __PDF_PARTS__: string;
