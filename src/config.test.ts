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
