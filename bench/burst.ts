// Ten thousand tiny requests at once, good and bad, over real connections; each must be answered, and the next too.
// Run: npx node bench/burst.ts
import { Agent, request } from "node:http";
import { startService } from "./running-service.ts";

const REQUESTS = 10_000;
const LIMIT_MS = 60_000;

const KINDS = [
  { method: "GET", path: "/api/health", expected: 200 },
  { method: "GET", path: "/api/chat/history?userId=alice", expected: 200 },
  { method: "GET", path: "/api/documents/content?fileId=a%00b", expected: 400 },
  { method: "POST", path: "/api/chat/history", body: "{", expected: 400 },
  { method: "GET", path: "/api/nothing", expected: 404 },
] as const;

const service = await startService();
const { hostname, port } = new URL(service.url);
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const statuses = new Map<string, number>();
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: REQUESTS }, (_, i) => {
    const kind = KINDS[i % KINDS.length] ?? KINDS[0];
    return send(kind).then((status) => {
      const outcome = status === kind.expected ? "as expected" : `${kind.path}: ${status}`;
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    });
  }),
);
console.log(`${REQUESTS} requests at once in ${((performance.now() - startedAt) / 1000).toFixed(1)} s:`);
for (const [outcome, count] of statuses) console.log(`  ${count} ${outcome}`);
const after = await fetch(`${service.url}/api/health`);
console.log(
  `the next request: ${after.status}; RSS ${Math.round((await service.residentBytes()) / 1024 / 1024)} MB`,
);
await service.stop();

function send(kind: (typeof KINDS)[number]): Promise<number | string> {
  return new Promise((resolve) => {
    const body = "body" in kind ? kind.body : undefined;
    const headers =
      body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length };
    const outgoing = request(
      { hostname, port, agent, method: kind.method, path: kind.path, headers },
      (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    outgoing.setTimeout(LIMIT_MS, () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    outgoing.end(body);
  });
}
