import { Icon, Lamp } from "../kit/icon.tsx";
import { useText } from "../text/use-text.ts";
import { AddFilesButtons } from "./add-files-buttons.tsx";
import { exampleFile } from "./example-file.ts";
import { EXAMPLE_NAMES, EXAMPLES } from "./example-texts.ts";
import { addFiles } from "./upload-queue.ts";

/** A library without books: how to bring some in, and three to begin with. */
export function EmptyLibrary() {
  const t = useText();
  return (
    <div className="grid h-full place-items-center overflow-y-auto px-5 py-8">
      <div className="w-full max-w-2xl">
        <Lamp size={56} />
        <h2 className="mt-5 font-semibold font-serif text-4xl tracking-tight">{t.library.emptyTitle}</h2>
        <p className="mt-3 max-w-xl font-serif text-ink-soft text-lg leading-relaxed">
          {t.library.emptyText}
        </p>
        <div className="mt-7">
          <AddFilesButtons isLarge />
        </div>
        <p className="mt-4 text-ink-faint text-sm">{t.library.emptyFormats}</p>
        <div className="mt-10 border-line border-t pt-6">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">{t.library.examplesTitle}</h3>
            <button
              type="button"
              className="button is-quiet text-sm"
              onClick={() => addFiles(EXAMPLE_NAMES.map(exampleFile))}
            >
              {t.library.addExamples}
            </button>
          </div>
          <ul className="mt-3 grid gap-3 sm:grid-cols-3">
            {EXAMPLE_NAMES.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className="flex h-full w-full items-start gap-3 rounded-xl border border-line bg-surface p-4 text-left shadow-card hover:bg-hover"
                  onClick={() => addFiles([exampleFile(name)])}
                >
                  <span className="mt-0.5 text-lamp">
                    <Icon name="page" />
                  </span>
                  <span className="min-w-0">
                    <span className="block font-serif leading-snug">{t.library.examples[name]}</span>
                    <span className="mt-1 block truncate text-ink-faint text-xs">
                      {EXAMPLES[name].fileName}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
