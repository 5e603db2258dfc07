/** A request as large as its kind may be. */
export interface LargestRequest {
  name: string;
  method: "POST" | "PUT";
  path: string;
  /** The body, as text: some of these take longer to make than to send. */
  body: string;
}

const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** The largest legal requests that a service takes only where people sign in. */
export function largestSignInRequests(): LargestRequest[] {
  const password = `"password":"correct horse battery"`;
  const bodies = {
    "/api/account/setup": `{"name":"olive",${password}`,
    "/api/account/join": `{"invitation":"a","name":"olive",${password}`,
    "/api/account/sign-in": `{"name":"olive",${password}`,
    "/api/account/sign-out": `{"everywhere":true`,
    "/api/account/password": `{"current":"a","next":"correct horse battery"`,
    "/api/keys": `{"label":"a","access":"read"`,
    "/api/users/invitations": `{"a":1`,
  };
  return Object.entries(bodies).map(([path, start]) => ({
    name: `${path} with needless fields`,
    method: "POST",
    path,
    body: needless(start),
  }));
}

/** The largest legal requests of every kind, each in the shapes that cost the most. */
export function largestRequests(ids: { sessionId: string; documentId: string }): LargestRequest[] {
  const { sessionId, documentId } = ids;
  const post = (name: string, path: string, body: string): LargestRequest => ({
    name,
    method: "POST",
    path,
    body,
  });
  const requests: LargestRequest[] = [];
  for (const [shape, messages] of Object.entries(conversations())) {
    requests.push(
      post(`chat: ${shape}`, "/api/chat", filled(`{"userId":"alice","messages":`, messages)),
      post(`chat without documents: ${shape}`, "/api/chat", filled(`{"messages":`, messages)),
      post(`title: ${shape}`, "/api/chat/generate-title", filled(`{"messages":`, messages)),
      post(`new session: ${shape}`, "/api/chat/history", filled(`{"userId":"alice","messages":`, messages)),
      {
        name: `changed session: ${shape}`,
        method: "PUT",
        path: "/api/chat/history",
        body: filled(`{"sessionId":"${sessionId}","messages":`, messages),
      },
    );
  }
  for (const [script, letters] of Object.entries(SCRIPTS)) {
    const query = JSON.stringify(letters.repeat(8_000 / letters.length).slice(0, 8_000));
    requests.push(
      post(
        `search: ${script}`,
        "/api/search/semantic",
        `{"userId":"alice","limit":100,"scoreThreshold":0,"query":${query}}`,
      ),
    );
  }
  requests.push(
    post(
      "search with needless fields",
      "/api/search/semantic",
      needless(`{"userId":"alice","query":"notice"`),
    ),
    post(
      "index with needless fields",
      "/api/documents/index",
      needless(`{"documentId":"${documentId}","userId":"alice","fileName":"a.txt"`),
    ),
    post(
      "rename with needless fields",
      "/api/documents/rename",
      needless(`{"documentId":"${documentId}","newName":"a.txt"`),
    ),
    post("retry with needless fields", "/api/documents/jobs/retry", needless(`{"jobId":"nobody"`)),
    post("delete with needless fields", "/api/documents/delete", needless(`{"documentId":"nobody"`)),
    post("chat of wrong messages", "/api/chat", filled(`{"messages":`, { open: "[", item: "1", close: "]" })),
  );
  return requests;
}

/** A list of as many items as fit into a body. */
interface Filling {
  open: string;
  item: string;
  close: string;
  separator?: string;
}

const SCRIPTS = {
  Latin: "responsibilities of the tenant ",
  Han: "漢字文書館",
  Hangul: "한국어 문서 ",
  ligatures: "\uFDFA",
  marks: "\u0301\u0323",
};

function conversations(): Record<string, Filling> {
  const message = (content: string, role = "user") => ({
    open: `[{"role":"${role}","content":"`,
    item: content,
    close: `"}]`,
    separator: "",
  });
  return {
    ...Object.fromEntries(
      Object.entries(SCRIPTS).map(([script, letters]) => [`one message, ${script}`, message(letters)]),
    ),
    "one message of quotes": message('\\"'),
    "one message of white space": message(" "),
    "one rule": message("Be brief. ", "system"),
    "many messages": { open: "[", item: '{"role":"user","content":"a"}', close: "]" },
    "many rules": {
      open: "[",
      item: '{"role":"system","content":"a"}',
      close: `,{"role":"user","content":"a"}]`,
    },
    "a message with needless fields": {
      open: '[{"role":"user","content":"a","x":[',
      item: "[]",
      close: "]}]",
    },
  };
}

function filled(start: string, { open, item, close, separator = "," }: Filling): string {
  const room = MAX_JSON_BYTES - Buffer.byteLength(`${start}${open}${close}}`) - 10;
  const step = Buffer.byteLength(item + separator);
  return `${start}${open}${Array(Math.floor(room / step))
    .fill(item)
    .join(separator)}${close}}`;
}

function needless(start: string): string {
  return filled(`${start},"needless":`, { open: "[", item: "[]", close: "]" });
}
