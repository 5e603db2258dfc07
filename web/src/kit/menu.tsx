import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** Something that a menu offers. */
export interface MenuItem {
  label: string;
  icon: IconName;
  isDangerous?: boolean;
  run(): void;
}

interface MenuProps {
  label: string;
  /** Asked for when the menu opens. */
  items(): readonly MenuItem[];
  children?: ReactNode;
  tabIndex?: number;
  className?: string;
}

/** A button that opens a list of actions; arrow keys move in it, Escape and clicks elsewhere close it. */
export function Menu({ label, items, children, tabIndex, className = "icon-button" }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const place = () => {
    const box = button.current?.getBoundingClientRect();
    const menu = list.current;
    if (box === undefined || menu === null) return;
    const { width, height } = menu.getBoundingClientRect();
    const left = Math.max(8, Math.min(box.right - width, innerWidth - width - 8));
    const below = box.bottom + 4;
    menu.style.left = `${left}px`;
    menu.style.top = `${below + height > innerHeight - 8 ? Math.max(8, box.top - height - 4) : below}px`;
    menu.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  };
  const move = (event: KeyboardEvent) => {
    // What is typed in the menu is not meant for what lies below it.
    event.stopPropagation();
    const choices = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = choices.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choices[(next + choices.length) % choices.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popoverTarget={id}
        tabIndex={tabIndex}
        data-menu=""
        onClick={(event) => event.stopPropagation()}
      >
        {children ?? <Icon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="fixed m-0 min-w-52 rounded-xl border border-line bg-surface p-1.5 text-ink text-sm shadow-float"
        onBeforeToggle={(event) => setOpen(event.newState === "open")}
        onToggle={(event) => {
          if (event.newState === "open") place();
        }}
        onKeyDown={move}
      >
        {(isOpen ? items() : []).map(({ label: text, icon, isDangerous, run }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`flex w-full items-center gap-3 rounded-lg px-3 py-2 text-left hover:bg-hover focus:bg-hover ${isDangerous ? "text-danger" : ""}`}
            onClick={(event) => {
              event.stopPropagation();
              list.current?.hidePopover();
              run();
            }}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </>
  );
}
