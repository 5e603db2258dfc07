import { useEffect, useState } from "react";
import type { BackendState } from "../../../src/domain/health.ts";
import { readHealth, type ServiceHealth } from "../api/health.ts";
import { isAbort, sayFailure } from "../api/request.ts";
import { Group } from "../kit/group.tsx";
import { Icon } from "../kit/icon.tsx";
import type { Text } from "../text/en.ts";
import { useText } from "../text/use-text.ts";

type Answer =
  | { state: "loading" }
  | { state: "ready"; health: ServiceHealth }
  | { state: "failed"; error: unknown };

/** Which backend serves what, and whether it works. */
export function ServiceState() {
  const t = useText();
  const [answer, setAnswer] = useState<Answer>({ state: "loading" });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each asking is a new one
  useEffect(() => {
    const controller = new AbortController();
    readHealth(controller.signal).then(
      (health) => setAnswer({ state: "ready", health }),
      (error) => {
        if (!isAbort(error)) setAnswer({ state: "failed", error });
      },
    );
    return () => controller.abort();
  }, [asked]);
  return (
    <Group title={t.settings.service}>
      {answer.state === "loading" && <div className="skeleton my-5 h-40" aria-hidden="true" />}
      {answer.state === "failed" && (
        <p role="alert" className="py-4 text-danger">
          {sayFailure(answer.error)}
        </p>
      )}
      {answer.state === "ready" && <Backends health={answer.health} />}
      <div className="flex flex-wrap items-center gap-3 py-3.5 text-sm">
        {answer.state === "ready" && (
          <span className="text-ink-faint">{`Carrel ${answer.health.version}`}</span>
        )}
        <a className="text-lamp underline" href="/docs">
          {t.settings.api}
        </a>
        <button type="button" className="button is-quiet ml-auto text-sm" onClick={() => setAsked(asked + 1)}>
          <Icon name="again" /> {t.shell.retry}
        </button>
      </div>
    </Group>
  );
}

function Backends({ health }: { health: ServiceHealth }) {
  const t = useText();
  return (
    <div className="py-4">
      <p className="font-medium">{health.status === "ok" ? t.settings.healthy : t.settings.degraded}</p>
      {health.backends.chat?.backend === "extractive" && (
        <p className="mt-1 max-w-xl text-ink-soft text-sm">{t.settings.connect}</p>
      )}
      <table className="mt-4 w-full text-sm">
        <thead>
          <tr className="text-left text-ink-faint">
            {[t.settings.part, t.settings.servedBy, t.settings.state].map((title) => (
              <th key={title} scope="col" className="pb-1.5 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(health.backends).map(([part, backend]) => (
            <tr key={part} className="border-line border-t align-top">
              <th scope="row" className="py-2.5 pr-4 text-left font-medium">
                {named(t.settings.parts, part)}
              </th>
              <td className="break-words py-2.5 pr-4 text-ink-soft">{nameOfBackend(backend.backend, t)}</td>
              <td className="py-2.5">
                <State backend={backend} t={t} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ backend, t }: { backend: BackendState; t: Text }) {
  if (backend.state === "ok")
    return (
      <span className="inline-flex items-center gap-1.5 text-lamp">
        <Icon name="check" size={16} /> {t.settings.ok}
      </span>
    );
  return (
    <span className="text-danger">
      <span className="inline-flex items-center gap-1.5">
        <Icon name="warning" size={16} /> {t.settings.down}
      </span>
      {backend.reason && <span className="block text-xs">{backend.reason}</span>}
    </span>
  );
}

const PRODUCTS: Record<string, string> = {
  gemini: "Google Gemini",
  openai: "OpenAI-compatible",
  qdrant: "Qdrant",
  appwrite: "Appwrite",
};

/** A backend as people call it: `openai:qwen3:4b` is a model and what serves it. */
function nameOfBackend(backend: string, t: Text): string {
  const [vendor = "", ...model] = backend.split(":");
  const product = PRODUCTS[vendor];
  if (product === undefined) return named(t.settings.backends, backend);
  return model.length === 0 ? product : `${model.join(":")} (${product})`;
}

/** The page's word for a name of the service's; names that it does not know stay as they are. */
function named(words: Record<string, string>, name: string): string {
  return words[name] ?? name;
}
