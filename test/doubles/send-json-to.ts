/** Sends a body as JSON to an address, as any client would. */
export function sendJsonTo(url: string, body: object, method: "POST" | "PUT" = "POST"): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}
