import { createServer, request as forward, type RequestListener } from "node:http";
import { globalAgent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { makeCertificate, trust } from "../../../test/doubles/certificate.ts";
import { exchangeWords } from "../../../test/doubles/exchange-words.ts";
import { openServerOn, type Wire } from "../../../test/doubles/wire.ts";
import { openExchangeWith } from "./open-exchange.ts";

const certificate = makeCertificate();
trust(certificate);

const closing: (() => Promise<void>)[] = [];
const { proxyEnv } = globalAgent.options;
afterEach(async () => {
  globalAgent.options.proxyEnv = proxyEnv;
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** A proxy that is named by the environment, and what it was asked to reach. */
async function openProxy(): Promise<string[]> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? "");
    const { method, headers } = request;
    const onward = forward(request.url ?? "", { method, headers }, (answer) => answer.pipe(response));
    request.pipe(onward.on("error", () => response.writeHead(502).end()));
  });
  server.on("connect", ({ url = "" }, near) => {
    reached.push(url);
    const far = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      near.write("HTTP/1.1 200 OK\r\n\r\n");
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) socket.on("error", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.close().closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ["http_proxy", "https_proxy"]) vi.stubEnv(name, url);
  vi.stubEnv("no_proxy", "");
  return reached;
}

async function open(wire: Wire, listener: RequestListener = (_request, response) => response.end("a")) {
  const server = await openServerOn(wire, listener);
  closing.push(server.close);
  return server.url;
}

it.each<[string, Wire]>([
  ["plainly", "http"],
  ["with encryption", { protocol: "http/1.1", certificate }],
])(
  "goes %s through the proxy of the environment where Node does, and not to hosts without one",
  async (_, wire) => {
    const reached = await openProxy();
    const url = await open(wire);
    const ask = async () => {
      const exchange = openExchangeWith(url);
      closing.push(exchange.close);
      return exchangeWords(exchange, url);
    };
    expect(await ask()).toBe("200 a");
    expect(reached).toEqual([]);
    globalAgent.options.proxyEnv = process.env;
    expect(await ask()).toBe("200 a");
    expect(reached).toEqual([wire === "http" ? `${url}/path` : new URL(url).host]);
    vi.stubEnv("no_proxy", "127.0.0.1");
    expect(await ask()).toBe("200 a");
    expect(reached).toHaveLength(1);
  },
);

it("says that nobody is there where the proxy is away", async () => {
  await openProxy();
  const url = await open({ protocol: "http/1.1", certificate });
  vi.stubEnv("https_proxy", "http://127.0.0.1:9");
  globalAgent.options.proxyEnv = process.env;
  expect(await exchangeWords(openExchangeWith(url), url)).toBe("unreachable ECONNREFUSED");
});
