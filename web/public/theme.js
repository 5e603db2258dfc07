// Runs before the first paint, so that a chosen theme never flashes in the other one.
try {
  const { theme } = JSON.parse(localStorage.getItem("carrel.preferences") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage that cannot be read leaves the system's theme in place.
  document.documentElement.removeAttribute("data-theme");
}
