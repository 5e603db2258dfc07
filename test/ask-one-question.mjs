// Puts one document into a running service and asks it one question. For test/fresh-machine, and therefore plain
// JavaScript for whatever Node a machine has. Usage: node test/ask-one-question.mjs URL
const [url] = process.argv.slice(2);
const userId = "newcomer";
const fileName = "lease.md";
const text = "# Lease\n\nThe tenant may end the lease with three months' notice to the end of a month.\n";

async function send(path, init) {
  const answer = await fetch(url + path, init);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

const post = (path, body) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const page = await (await send("/")).text();
if (!page.includes("<title>Carrel")) throw new Error(`The page is not there: ${page.slice(0, 200)}`);

const health = await (await send("/api/health")).json();
if (health.status !== "ok") throw new Error(`The service is not well: ${JSON.stringify(health)}`);

const form = new FormData();
form.set("userId", userId);
form.set("file", new Blob([text]), fileName);
const { documentId } = await (await send("/api/documents/upload", { method: "POST", body: form })).json();
await post("/api/documents/index", { documentId, userId, fileName });

const messages = [{ role: "user", content: "With how many months' notice may the tenant end the lease?" }];
const events = (await (await post("/api/chat", { messages, userId })).text()).split("\n\n").filter(Boolean);
const payloads = events.map((event) => event.replace(/^data: /, ""));
if (payloads.pop() !== "[DONE]") throw new Error(`The answer has no end: ${events.join("\n")}`);
const answer = payloads.map((payload) => JSON.parse(payload).chunk ?? "").join("");
if (!answer.includes("three months")) throw new Error(`The answer does not answer: ${events.join("\n")}`);
process.stdout.write(`${answer.trim()}\n`);
