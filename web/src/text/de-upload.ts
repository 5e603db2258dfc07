import type { Text } from "./en.ts";

/** What is said about files on their way in, in German. */
export const deUpload: Text["upload"] = {
  title: "Neue Dateien",
  summary: (open, failed) =>
    open > 0
      ? `${open} ${open === 1 ? "Datei kommt" : "Dateien kommen"} hinzu …`
      : failed > 0
        ? `${failed} fehlgeschlagen`
        : "Alles hinzugefügt",
  added: (count) => (count === 1 ? "1 Datei kommt hinzu" : `${count} Dateien kommen hinzu`),
  ready: (name) => `${name} ist bereit`,
  cancelled: (name) => `${name} wurde abgebrochen`,
  failed: (name, cause) => `${name} ließ sich nicht hinzufügen: ${cause}`,
  uploading: (percent) => `Lädt hoch, ${percent} %`,
  stages: {
    waiting: () => "Wartet, bis es an der Reihe ist",
    reading: (done, total) => (total > 1 ? `Liest Seite ${done} von ${total}` : "Liest"),
    embedding: (done, total) => `Versteht Stelle ${done} von ${total}`,
    storing: () => "Speichert",
  },
  states: {
    waiting: "Wartet aufs Lesen",
    reading: "Wird gelesen",
    failed: "Nicht lesbar",
    stored: "Noch nicht gelesen",
  },
  done: (chunks) => (chunks === 1 ? "Bereit, 1 Stelle" : `Bereit, ${chunks} Stellen`),
  cancelOf: (name) => `${name} abbrechen`,
  retryOf: (name) => `${name} noch einmal versuchen`,
  dismissOf: (name) => `${name} aus der Liste nehmen`,
  clear: "Fertige entfernen",
  fold: "Liste zeigen oder ausblenden",
  allReady: "Die Dokumente sind bereit.",
  askNow: "Etwas fragen",
  nothing: "In dem, was abgelegt wurde, ist keine Datei",
  cut: (most) => `Nur die ersten ${most.toLocaleString("de")} Dateien werden hinzugefügt`,
  cutHint: "Die übrigen ablegen, wenn sie fertig sind.",
};
