/** What every user has, by the name of the parameter that takes its id. */
export interface Things {
  userId: string;
  documentId: string;
  fileId: string;
  sessionId: string;
  jobId: string;
  selectedDocument: string;
  selectedDocuments: string[];
  documentIds: string[];
  keyId: string;
  signInId: string;
  invitationId: string;
}

/** Whom an endpoint is for, written down apart from the endpoint itself. */
export interface Row {
  audience: "everybody" | "callers" | "people" | "owner";
  /** Whether keys that may only read may use it. */
  reads: boolean;
  /** What a person who is let in gets for this request; 200 where it is not given. */
  letIn?: number;
  query?: (own: Things) => Record<string, string>;
  body?: (own: Things) => object;
  /** What a multipart form is made of, without the file. */
  form?: (own: Things) => Record<string, string>;
}

const messages = [{ role: "user", content: "What does the ferry cost?" }];
const fileName = "ferry.txt";

/** Every endpoint of the service. One that is missing here fails the test. */
export const ROWS: Record<string, Row> = {
  "GET /api/account": { audience: "everybody", reads: true },
  "POST /api/account/sign-in": {
    audience: "everybody",
    reads: true,
    body: () => ({ name: "nobody", password: "nobody's password", token: "a.b.c" }),
  },
  "POST /api/account/setup": {
    audience: "everybody",
    reads: true,
    body: () => ({ name: "second", password: "correct horse battery" }),
  },
  "POST /api/account/join": {
    audience: "everybody",
    reads: true,
    body: () => ({ invitation: "x".repeat(43), name: "third", password: "correct horse battery" }),
  },
  "POST /api/account/sign-out": { audience: "people", reads: true, body: () => ({}) },
  "POST /api/account/password": {
    audience: "people",
    reads: false,
    body: () => ({ current: "not the current one", next: "correct horse battery" }),
    letIn: 403,
  },
  "GET /api/account/sign-ins": { audience: "people", reads: true },
  "DELETE /api/account/sign-ins": {
    audience: "people",
    reads: false,
    query: ({ signInId }) => ({ signInId }),
  },
  "GET /api/keys": { audience: "people", reads: true },
  "POST /api/keys": {
    audience: "people",
    reads: false,
    body: () => ({ label: "a key", access: "read" }),
  },
  "DELETE /api/keys": { audience: "people", reads: false, query: ({ keyId }) => ({ keyId }) },
  "GET /api/users": { audience: "owner", reads: true },
  "DELETE /api/users": {
    audience: "owner",
    reads: false,
    query: () => ({ userId: "nobody" }),
    letIn: 404,
  },
  "POST /api/users/invitations": { audience: "owner", reads: false, body: () => ({}) },
  "DELETE /api/users/invitations": {
    audience: "owner",
    reads: false,
    query: ({ invitationId }) => ({ invitationId }),
  },
  "POST /api/chat": {
    audience: "callers",
    reads: true,
    body: ({ userId, documentIds }) => ({ messages, userId, documentIds }),
  },
  "POST /api/chat/generate-title": { audience: "callers", reads: true, body: () => ({ messages }) },
  "GET /api/chat/history": {
    audience: "callers",
    reads: true,
    query: ({ userId, sessionId }) => ({ userId, sessionId }),
  },
  "POST /api/chat/history": {
    audience: "callers",
    reads: false,
    body: ({ userId, selectedDocument, selectedDocuments }) => ({
      ...{ userId, selectedDocument, selectedDocuments, messages },
    }),
  },
  "PUT /api/chat/history": {
    audience: "callers",
    reads: false,
    body: ({ sessionId, selectedDocument, selectedDocuments }) => ({
      ...{ sessionId, selectedDocument, selectedDocuments, title: "Ferries" },
    }),
  },
  "DELETE /api/chat/history": {
    audience: "callers",
    reads: false,
    query: ({ sessionId }) => ({ sessionId }),
  },
  "POST /api/documents/upload": { audience: "callers", reads: false, form: ({ userId }) => ({ userId }) },
  "POST /api/documents/index": {
    audience: "callers",
    reads: false,
    body: ({ documentId, userId }) => ({ documentId, userId, fileName }),
  },
  "GET /api/documents/jobs": {
    audience: "callers",
    reads: true,
    query: ({ userId, jobId }) => ({ userId, jobId }),
  },
  "DELETE /api/documents/jobs": {
    audience: "callers",
    reads: false,
    query: ({ jobId, userId }) => ({ jobId, userId }),
  },
  "POST /api/documents/jobs/retry": {
    audience: "callers",
    reads: false,
    body: ({ jobId, userId }) => ({ jobId, userId }),
  },
  "GET /api/documents": { audience: "callers", reads: true, query: ({ userId }) => ({ userId }) },
  "GET /api/documents/chunks": {
    audience: "callers",
    reads: true,
    query: ({ documentId, userId }) => ({ documentId, userId }),
  },
  "DELETE /api/documents": {
    audience: "callers",
    reads: false,
    query: ({ documentId }) => ({ documentId }),
  },
  "POST /api/documents/delete": {
    audience: "callers",
    reads: false,
    body: ({ documentId }) => ({ documentId }),
  },
  "POST /api/documents/rename": {
    audience: "callers",
    reads: false,
    body: ({ documentId }) => ({ documentId, newName: "boats.txt" }),
  },
  "GET /api/documents/recommendations": {
    audience: "callers",
    reads: true,
    query: ({ documentId, userId }) => ({ documentId, userId }),
  },
  "GET /api/documents/content": { audience: "callers", reads: true, query: ({ fileId }) => ({ fileId }) },
  "GET /api/documents/file": { audience: "callers", reads: true, query: ({ fileId }) => ({ fileId }) },
  "DELETE /api/documents/file": { audience: "callers", reads: false, query: ({ fileId }) => ({ fileId }) },
  "POST /api/search/semantic": {
    audience: "callers",
    reads: true,
    body: ({ userId, documentIds }) => ({ query: "ferry", userId, documentIds }),
  },
  "GET /api/health": { audience: "everybody", reads: true },
};
