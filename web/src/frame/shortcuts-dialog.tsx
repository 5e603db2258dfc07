import { Dialog } from "../kit/dialog.tsx";
import { useText } from "../text/use-text.ts";
import { isApple } from "./use-shortcuts.ts";

/** All shortcuts, by where they work. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const command = isApple ? "⌘" : "Ctrl";
  const groups: [string, [string, string[]][]][] = [
    [
      t.shortcuts.everywhere,
      [
        [t.shell.palette, [command, "K"]],
        [t.shell.newChat, [command, "Shift", "O"]],
        [t.shortcuts.side, [command, "B"]],
        [t.shell.library, ["Alt", "1"]],
        [t.shell.chat, ["Alt", "2"]],
        [t.shell.source, ["Alt", "3"]],
        [t.shortcuts.search, ["/"]],
        [t.shortcuts.help, ["?"]],
        [t.shortcuts.escape, ["Esc"]],
      ],
    ],
    [
      t.shortcuts.inChat,
      [
        [t.chat.send, ["Enter"]],
        [t.shortcuts.newLine, ["Shift", "Enter"]],
        [t.shortcuts.scope, ["#"]],
      ],
    ],
    [
      t.shortcuts.inLibrary,
      [
        [t.shortcuts.move, ["↑", "↓"]],
        [t.shortcuts.open, ["Enter"]],
        [t.shortcuts.select, ["Space"]],
        [t.shortcuts.selectAll, [command, "A"]],
        [t.library.rename, ["F2"]],
        [t.library.delete, ["Delete"]],
      ],
    ],
  ];
  return (
    <Dialog title={t.shell.shortcuts} onClose={onClose}>
      <section className="overflow-y-auto px-6 pb-6" tabIndex={0} aria-label={t.shell.shortcuts}>
        {groups.map(([title, shortcuts]) => (
          <section key={title}>
            <h3 className="pt-5 pb-1.5 font-semibold text-ink-faint text-sm">{title}</h3>
            <dl>
              {shortcuts.map(([label, keys]) => (
                <div
                  key={label}
                  className="flex items-center justify-between gap-4 border-line border-b py-2 last:border-0"
                >
                  <dt>{label}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <kbd key={key} className="key">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
