import type { ShownDocument } from "../api/documents.ts";

/** What a document's row or card needs to draw itself and to be worked with. */
export interface DocumentItemProps {
  document: ShownDocument;
  index: number;
  isSelected: boolean;
  isActive: boolean;
  isRenaming: boolean;
  onToggle(index: number, isRange: boolean): void;
  onStartRename(documentId: string): void;
  onRenamed(document: ShownDocument, newName: string | null): void;
}
