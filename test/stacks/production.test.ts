import { interfaceSuite } from "./interface-suite.ts";
import { openProductionStack } from "./production-stack.ts";

interfaceSuite("Appwrite, Qdrant and Gemini", () => openProductionStack(["appwrite", "qdrant", "gemini"]));

interfaceSuite("embedded sessions and files with Qdrant", () => openProductionStack(["qdrant", "gemini"]));

interfaceSuite("Appwrite with embedded vectors", () => openProductionStack(["appwrite", "gemini"]));
