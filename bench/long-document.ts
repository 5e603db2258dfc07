// A PDF of a thousand pages through the whole service as a job, with its progress.
// Run: npx node bench/long-document.ts [pages]
import { setTimeout as wait } from "node:timers/promises";
import type { IndexJob } from "../src/domain/index-job.ts";
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
  await fetch(`${service.url}/api/documents/index`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Prefer: "respond-async" },
    body: JSON.stringify({ documentId, userId: "alice", fileName: "long.pdf" }),
  });
  for (let looks = 0; ; looks++) {
    await wait(1_000);
    const job = await jobOf(service.url);
    if (looks % 20 === 0) console.log(`${seconds(startedAt)} s: ${job.stage} ${job.done} of ${job.total}`);
    if (job.state === "waiting" || job.state === "running") continue;
    console.log(`${pages} pages: ${job.state} after ${seconds(startedAt)} s, ${job.result?.chunks} chunks`);
    break;
  }
  console.log(`RSS ${Math.round((await service.residentBytes()) / 1024 / 1024)} MB`);
} finally {
  await service.stop();
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

async function jobOf(url: string): Promise<IndexJob> {
  const answer = await fetch(`${url}/api/documents/jobs?userId=alice`);
  const { jobs } = (await answer.json()) as { jobs: IndexJob[] };
  const [job] = jobs;
  if (job === undefined) throw new Error("The job is not there");
  return job;
}
