import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe("settings", () => {
  test("an empty environment gives the defaults", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      dataDirectory: resolve("data"),
      maxUploadBytes: 100 * 1024 * 1024,
    });
  });

  test("a variable set to nothing counts as not set", () => {
    expect(readConfig({ PORT: "", HOST: "  " })).toMatchObject({ port: 3000, host: "127.0.0.1" });
  });

  test("every mistake is listed at once, with what would be right", () => {
    expect(mistakesOf({ PORT: "http", MAX_UPLOAD_MB: "0", ALLOW_UNAUTHENTICATED: "yes" })).toEqual([
      "PORT: must be a whole number from 0 to 65535",
      "ALLOW_UNAUTHENTICATED: must be true or false",
      "MAX_UPLOAD_MB: must be a whole number from 1 to 10000",
    ]);
  });

  test("names and origins of callers are lists", () => {
    const given = { ALLOWED_HOSTS: "a.example.com, b.example.com", CORS_ORIGINS: "https://a.example.com" };
    expect(readConfig(given)).toMatchObject({
      allowedHosts: ["a.example.com", "b.example.com"],
      corsOrigins: ["https://a.example.com"],
    });
  });

  test.each([
    ["ALLOWED_HOSTS", "a.example.com,,b.example.com", "must be names such as"],
    ["ALLOWED_HOSTS", "https://a.example.com", "must be names such as"],
    ["CORS_ORIGINS", "a.example.com", "must be origins such as"],
    ["CORS_ORIGINS", "https://a.example.com/", "must be origins such as"],
    ["CORS_ORIGINS", "*", "must be origins such as"],
  ])("%s may not be %s", (name, value, right) => {
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringContaining(`${name}: ${right}`)]);
  });

  test("people sign in only where a setting says so", () => {
    expect(readConfig({})).toMatchObject({
      auth: { kind: "none" },
      rateLimit: 1_200,
      userQuotaBytes: null,
      trustedProxies: [],
    });
    expect(
      readConfig({ AUTH: "password", HOST: "0.0.0.0", RATE_LIMIT: "0", USER_QUOTA_MB: "5" }),
    ).toMatchObject({
      auth: { kind: "password" },
      rateLimit: null,
      userQuotaBytes: 5 * 1024 * 1024,
    });
    const secret = "s".repeat(32);
    expect(readConfig({ AUTH: "jwt", JWT_SECRET: secret, JWT_ISSUER: "i" }).auth).toEqual({
      ...{ kind: "jwt", signInUrl: null, keys: { secret }, issuer: "i", audience: null, claim: "sub" },
    });
    const proxy = { AUTH: "proxy", TRUSTED_PROXIES: "10.0.0.0/8, ::1", AUTH_PROXY_HEADER: "Remote-User" };
    expect(readConfig(proxy)).toMatchObject({
      auth: { kind: "proxy", header: "remote-user" },
      trustedProxies: ["10.0.0.0/8", "::1"],
    });
  });

  test.each([
    ["a way that nobody knows", { AUTH: "ldap" }, "AUTH: must be none, password"],
    ["tokens without a key", { AUTH: "jwt" }, "AUTH: jwt needs either JWT_SECRET or JWT_JWKS_URL"],
    ["a short secret", { AUTH: "jwt", JWT_SECRET: "short" }, "JWT_SECRET: must have at least 32"],
    ["a secret without tokens", { JWT_SECRET: "s".repeat(32) }, "JWT_SECRET: is of no use without AUTH=jwt"],
    ["a proxy that anybody may be", { AUTH: "proxy" }, "AUTH: proxy needs TRUSTED_PROXIES"],
    ["a proxy by name", { TRUSTED_PROXIES: "localhost" }, "TRUSTED_PROXIES: must be addresses"],
    ["Appwrite's users without Appwrite", { AUTH: "appwrite" }, "AUTH: appwrite needs the settings"],
  ])("people do not sign in with %s", (_, environment, mistake) => {
    expect(mistakesOf(environment)).toContainEqual(expect.stringContaining(mistake));
  });

  test("mistakes of every kind are listed together", () => {
    expect(
      mistakesOf({ PORT: "abc", HOST: "0.0.0.0", QDRANT_API_KEY: "k", CHAT_MODEL: "gemini:x" }).map(
        (mistake) => mistake.split(":")[0],
      ),
    ).toEqual(["PORT", "HOST", "CHAT_MODEL", "QDRANT_API_KEY"]);
  });

  test.each([
    ["a letter beyond ASCII", "AIzaSecretÄ€"],
    ["a space", "AIzaSecret 123"],
    ["a line break", "AIzaSecret\n123"],
    ["a control character", "AIzaSecret\u0007"],
    ["an invisible character", "AIzaSecret\u200b"],
  ])("a key with %s is refused, and not shown", (_, key) => {
    const appwrite = { APPWRITE_ENDPOINT: "http://a", APPWRITE_PROJECT_ID: "p", APPWRITE_DATABASE_ID: "d" };
    const mistakes = mistakesOf({
      GEMINI_API_KEY: key,
      OPENAI_API_KEY: key,
      QDRANT_URL: "http://q",
      QDRANT_API_KEY: key,
      ...appwrite,
      APPWRITE_API_KEY: key,
      APPWRITE_SESSIONS_TABLE_ID: "t",
      APPWRITE_BUCKET_ID: "b",
    });
    expect(mistakes).toEqual(
      ["GEMINI", "OPENAI", "QDRANT", "APPWRITE"].map((name) =>
        expect.stringMatching(new RegExp(`^${name}_API_KEY: may only have letters`)),
      ),
    );
    expect(mistakes.join()).not.toContain("Secret");
  });

  test("white space around a key is left out", () => {
    expect(readConfig({ GEMINI_API_KEY: " AIza-123_x \r\n" }).models.gemini).toEqual({
      apiKey: "AIza-123_x",
    });
  });

  test.each(["0.0.0.0", "::", "192.168.1.5", "example.org"])(
    "HOST=%s is refused without authentication",
    (host) => {
      expect(mistakesOf({ HOST: host })).toEqual([expect.stringContaining("ALLOW_UNAUTHENTICATED=true")]);
      expect(readConfig({ HOST: host, ALLOW_UNAUTHENTICATED: "true" }).host).toBe(host);
    },
  );

  test.each(["127.0.0.1", "127.8.8.8", "::1", "localhost"])("HOST=%s needs no permission", (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host);
  });
});

describe("models", () => {
  const models = (environment: Record<string, string>) => readConfig(environment).models;

  test("are embedded where nothing is set, and an Ollama is looked for", () => {
    expect(models({})).toEqual({
      gemini: null,
      openai: null,
      ollamaDiscovery: true,
      chat: { provider: "embedded" },
      titles: { provider: "embedded" },
      vision: { provider: "embedded" },
      embedding: { provider: "embedded" },
    });
    expect(models({ OLLAMA_DISCOVERY: "off" }).ollamaDiscovery).toBe(false);
  });

  test("are not looked for where one is named", () => {
    expect(models({ CHAT_MODEL: "embedded" }).ollamaDiscovery).toBe(false);
    expect(models({ EMBEDDING_MODEL: "embedded" }).ollamaDiscovery).toBe(true);
  });

  test("are all Gemini's with its key", () => {
    expect(models({ GEMINI_API_KEY: "k", GEMINI_BASE_URL: "http://127.0.0.1:1/" })).toEqual({
      gemini: { apiKey: "k", baseUrl: "http://127.0.0.1:1" },
      openai: null,
      ollamaDiscovery: false,
      chat: { provider: "gemini", model: "gemini-3.8-flash" },
      titles: { provider: "gemini", model: "gemini-3.5-flash-lite" },
      vision: { provider: "gemini", model: "gemini-3.8-flash" },
      embedding: { provider: "gemini", model: "text-embedding-004" },
    });
  });

  test("of an OpenAI-compatible server are its own choice, but for the embedder", () => {
    expect(models({ OPENAI_BASE_URL: "http://127.0.0.1:8080/v1", TITLE_MODEL: "llama3.2:3b" })).toMatchObject(
      {
        openai: { baseUrl: "http://127.0.0.1:8080/v1" },
        chat: { provider: "openai", model: null },
        titles: { provider: "openai", model: "llama3.2:3b" },
        embedding: { provider: "embedded" },
      },
    );
    expect(models({ OPENAI_API_KEY: "k" }).openai).toEqual({
      baseUrl: "https://api.openai.com/v1",
      apiKey: "k",
    });
  });

  test("may come from different providers, role by role", () => {
    const both = { GEMINI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:8080" };
    expect(
      models({
        ...both,
        CHAT_MODEL: "openai:qwen3:8b",
        EMBEDDING_MODEL: "embedded",
        TITLE_MODEL: "gemini:x",
      }),
    ).toMatchObject({
      chat: { provider: "openai", model: "qwen3:8b" },
      titles: { provider: "gemini", model: "x" },
      vision: { provider: "gemini", model: "gemini-3.8-flash" },
      embedding: { provider: "embedded" },
    });
    expect(mistakesOf({ ...both, CHAT_MODEL: "qwen3:8b" })).toEqual([
      "CHAT_MODEL: must say which provider it means: gemini:qwen3:8b or openai:qwen3:8b",
    ]);
  });

  test("without their provider are a mistake that says what to set", () => {
    expect(mistakesOf({ CHAT_MODEL: "gemini:x", VISION_MODEL: "openai:y", EMBEDDING_MODEL: "z" })).toEqual([
      "CHAT_MODEL: names Gemini, so GEMINI_API_KEY must be set",
      "VISION_MODEL: names an OpenAI-compatible server, so OPENAI_BASE_URL must be set",
      "EMBEDDING_MODEL: needs a provider: set GEMINI_API_KEY, or OPENAI_BASE_URL for z",
    ]);
  });
});

describe("backends", () => {
  test("are chosen by presence", () => {
    expect(readConfig({})).toMatchObject({ vectors: { kind: "embedded" }, platform: { kind: "embedded" } });
    expect(readConfig({ QDRANT_URL: "http://127.0.0.1:6333", QDRANT_API_KEY: "k" }).vectors).toEqual({
      kind: "qdrant",
      urls: ["http://127.0.0.1:6333"],
      apiKey: "k",
    });
    expect(readConfig({ QDRANT_URL: "http://a:6333, https://b ,http://c:1/" }).vectors).toEqual({
      kind: "qdrant",
      urls: ["http://a:6333", "https://b", "http://c:1"],
    });
  });

  test("that are half set are a mistake that names the other half", () => {
    expect(mistakesOf({ QDRANT_API_KEY: "k" })).toEqual(["QDRANT_API_KEY: is of no use without QDRANT_URL"]);
    expect(
      mistakesOf({
        APPWRITE_ENDPOINT: "http://127.0.0.1/v1",
        APPWRITE_PROJECT_ID: "p",
        APPWRITE_API_KEY: "k",
        APPWRITE_DATABASE_ID: "d",
      }),
    ).toEqual([
      "APPWRITE_SESSIONS_TABLE_ID: must be set too, as other settings of Appwrite are",
      "APPWRITE_BUCKET_ID: must be set too, as other settings of Appwrite are",
    ]);
    for (const wrong of ["localhost:6333", "http://a:6333,b", "http://a:6333,"]) {
      expect(mistakesOf({ QDRANT_URL: wrong })).toEqual([
        expect.stringContaining("QDRANT_URL: must be an address"),
      ]);
    }
  });

  test("text recognition takes languages, or is off", () => {
    expect(readConfig({}).ocrLanguages).toEqual(["eng"]);
    expect(readConfig({ OCR_LANGUAGES: "eng+deu" }).ocrLanguages).toEqual(["eng", "deu"]);
    expect(readConfig({ OCR: "off" }).ocrLanguages).toBeNull();
  });
});
