// A PDF of a thousand pages through the whole service in one call, with its progress.
// Run: npx node bench/long-document.ts [pages]
import { makePdf } from "../test/contracts/make-pdf.ts";
import { makeProse, startService } from "./running-service.ts";

const CHARACTERS_A_PAGE = 2_500;
const pages = Number(process.argv[2] ?? 1000);

const texts = Array.from({ length: pages }, (_, page) =>
  makeProse(CHARACTERS_A_PAGE, page).replace(/(.{60,90}) /g, "$1\n"),
);
const service = await startService();
try {
  const documentId = await service.upload("long.pdf", new Uint8Array(makePdf(texts)), "alice");
  const startedAt = performance.now();
  const answer = await fetch(`${service.url}/api/documents/index`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ documentId, userId: "alice", fileName: "long.pdf" }),
  });
  if (answer.body === null) throw new Error("no stream");
  let events = 0;
  let shownAt = 0;
  let last = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    for (const block of piece.split("\n\n").filter((one) => one.startsWith("data: "))) {
      events += 1;
      last = block.slice("data: ".length);
    }
    if (performance.now() - shownAt < 20_000) continue;
    shownAt = performance.now();
    console.log(`${seconds(startedAt)} s: ${last}`);
  }
  console.log(`${pages} pages: ${seconds(startedAt)} s, ${events} events, last: ${last}`);
  console.log(`RSS ${Math.round((await service.residentBytes()) / 1024 / 1024)} MB`);
} finally {
  await service.stop();
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
