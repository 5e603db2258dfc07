import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./frame/app.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element for the page");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
