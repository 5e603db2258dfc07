import type { OpenExchange, OutgoingRequest } from "../../src/adapters/http-calls/exchange.ts";

/** How an exchange ends, in words: the status and the text of the answer, or the kind of the failure and its reason. */
export function exchangeWords(
  open: OpenExchange,
  url: string,
  { method = "POST", body = method === "POST" ? "{}" : undefined }: Partial<OutgoingRequest> = {},
): Promise<string> {
  return new Promise((resolve) => {
    const heard: (string | number)[] = [];
    open(
      { method, url: `${url}/path`, headers: {}, body },
      {
        head: (status) => heard.push(status),
        data: (piece) => heard.push(String(piece)),
        ended: (failure) => {
          const words = failure === undefined ? heard : [failure.kind, failure.reason ?? ""];
          resolve(words.join(" ").trim());
        },
      },
    );
  });
}
