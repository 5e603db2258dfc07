import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { linkTo } from "../state/location.ts";
import type { Text } from "../text/en.ts";
import { useText } from "../text/use-text.ts";
import { cancelUpload, retryUpload, type Upload } from "./upload-queue.ts";

/** One file on its way: how far it is, and what can be done about it. */
export function UploadLine({ upload }: { upload: Upload }) {
  const t = useText();
  const { id, name, state, documentId } = upload;
  const isMoving = state.step === "uploading" || state.step === "indexing" || state.step === "queued";
  return (
    <li className="flex items-start gap-2 border-line border-t py-2 pr-2 pl-4 first:border-t-0">
      <div className="min-w-0 flex-1 py-1">
        {state.step === "done" && documentId !== null ? (
          <a
            className="block truncate font-medium text-sm underline"
            {...linkTo({ name: "document", documentId })}
          >
            {name}
          </a>
        ) : (
          <p className="truncate font-medium text-sm">{name}</p>
        )}
        <p className={`text-xs ${state.step === "failed" ? "text-danger" : "text-ink-faint"}`}>
          {describe(upload, t)}
        </p>
        {isMoving && (
          <div
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(100 * progressOf(upload))}
            className="mt-1.5 h-1 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full w-full origin-left rounded-full bg-lamp transition-transform duration-200"
              style={{ transform: `scaleX(${progressOf(upload)})` }}
            />
          </div>
        )}
      </div>
      {state.step === "failed" && (
        <IconButton icon="again" label={t.upload.retryOf(name)} onClick={() => retryUpload(id)} />
      )}
      {state.step === "done" ? (
        <span className="grid size-9 place-items-center text-lamp">
          <Icon name="check" />
        </span>
      ) : (
        <IconButton
          icon="close"
          label={(state.step === "failed" ? t.upload.dismissOf : t.upload.cancelOf)(name)}
          onClick={() => cancelUpload(id)}
        />
      )}
    </li>
  );
}

function describe({ state, sizeBytes }: Upload, t: Text): string {
  switch (state.step) {
    case "queued":
      return t.upload.stages.waiting();
    case "uploading":
      return t.upload.uploading(Math.round((100 * state.sentBytes) / Math.max(1, sizeBytes)));
    case "indexing": {
      const { stage, done, total } = state.progress;
      return t.upload.stages[stage](done, total);
    }
    case "done":
      return t.upload.done(state.chunks);
    case "failed":
      return state.cause;
  }
}

/** Uploading is the first fifth, reading the second, understanding most of the rest. */
function progressOf({ state, sizeBytes }: Upload): number {
  if (state.step === "uploading") return 0.2 * (state.sentBytes / Math.max(1, sizeBytes));
  if (state.step !== "indexing") return 0;
  const { stage, done, total } = state.progress;
  const share = done / Math.max(1, total);
  return {
    waiting: 0.2,
    reading: 0.2 + 0.2 * share,
    embedding: 0.4 + 0.55 * share,
    storing: 0.95 + 0.05 * share,
  }[stage];
}
