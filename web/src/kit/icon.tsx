/** The drawings of all icons: strokes on a field of 24 by 24. */
const PATHS = {
  books: "M5 4v16M9 4v16M5 4h4M5 20h4M13.2 4.8l3.4 14.8M13.2 4.8l3.6-.8 3.4 14.8-3.6.8M5 8h4",
  chat: "M20 11.5a7.5 7.5 0 0 1-11 6.6L4.5 19.5l1.4-4.3A7.5 7.5 0 1 1 20 11.5z",
  page: "M7 3.5h7l4 4V20.5H7zM14 3.5v4h4M9.8 12h5.4M9.8 15.5h5.4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  search: "M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6zM16 16l4.2 4.2",
  plus: "M12 5v14M5 12h14",
  upload: "M12 16V5M7.5 9.2 12 4.7l4.5 4.5M4.5 15.5v4h15v-4",
  folder: "M3.5 6.5h6l2 2.5h9v10h-17z",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 10.5v5.5M13.7 10.5v5.5",
  pencil: "M5 19l.8-3.6L16 5.2l2.8 2.8L8.6 18.2zM14 7.2l2.8 2.8",
  check: "M5 12.8l4.4 4.4L19 7.2",
  copy: "M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9.5l6 6 6-6",
  right: "M9.5 6l6 6-6 6",
  left: "M14.5 6l-6 6 6 6",
  sun: "M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M5.5 18.5l1.4-1.4M17.1 6.9l1.4-1.4",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z",
  screen: "M3.5 5h17v11h-17zM9 20h6M12 16v4",
  stop: "M7.5 7.5h9v9h-9z",
  send: "M12 19V5.5M6.5 11 12 5.5l5.5 5.5",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19.5 4v4h-4",
  pin: "M9 3.5h6l-.8 6 3.3 3.5h-11L9.8 9.5zM12 13v7.5",
  hash: "M9.5 4l-2 16M16.5 4l-2 16M4.5 9h15.5M4 15h15.5",
  list: "M8.5 6.5h12M8.5 12h12M8.5 17.5h12M4 6.5h.5M4 12h.5M4 17.5h.5",
  grid: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z",
  download: "M12 4v11M7.5 11 12 15.5l4.5-4.5M4.5 16v3.5h15V16",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  sidebar: "M3.5 5h17v14h-17zM9.5 5v14",
  minus: "M5 12h14",
  warning: "M12 4.5 3.5 19.5h17zM12 10.5v4M12 17h.01",
  keyboard: "M3 7h18v10.5H3zM6.5 10.5h.01M10 10.5h.01M13.5 10.5h.01M17 10.5h.01M8 14.2h8",
  marker: "M4.5 20h6M13.8 5.2l5 5L11 18l-5-1 -.5-4z",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  key: "M8 19.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM10.8 13 19.5 4.3M16 7.8l2.8 2.8",
  eye: "M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  hidden:
    "M4 4l16 16M9.5 6.2A8.6 8.6 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.7 3.4M6.3 7.6A14.5 14.5 0 0 0 2.8 12S6 18.2 12 18.2a9 9 0 0 0 4-.9",
  door: "M14 4.5H5.5v15H14M10 12h10.5M16.5 8l4 4-4 4",
  cloud: "M4 4l16 16M8.2 8.7A4.6 4.6 0 0 0 7 18h10.3M19.4 16.4A4 4 0 0 0 16.9 10a5.7 5.7 0 0 0-5.4-3",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside or instead of a word; what it means is said by the element around it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The reading lamp that Carrel is known by. */
export function Lamp({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <path d="M6 14.5h20l4 10.5H2z" fill="#f0c64c" opacity=".34" />
      <path d="M3.5 14.5C3.5 8.6 8.4 6.4 16 6.4s12.5 2.2 12.5 8.1z" fill="#1f7a57" />
      <path
        d="M16 6V4.2M16 14.5V25M21.5 14.5v4"
        stroke="#b08a3e"
        strokeWidth="1.8"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M10.5 26.6h11" stroke="#b08a3e" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
