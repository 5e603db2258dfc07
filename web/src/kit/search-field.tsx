import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  id?: string;
  label: string;
  value: string;
  onChange(value: string): void;
  clearLabel: string;
}

/** A field that filters while one types; Escape empties it. */
export function SearchField({ id, label, value, onChange, clearLabel }: SearchFieldProps) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-faint">
        <Icon name="search" size={17} />
      </span>
      <input
        id={id}
        type="text"
        role="searchbox"
        className="field !px-9"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.stopPropagation();
          onChange("");
        }}
      />
      {value !== "" && (
        <button
          type="button"
          className="icon-button !absolute top-1/2 right-1 -translate-y-1/2"
          aria-label={clearLabel}
          onClick={() => onChange("")}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
