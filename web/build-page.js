// Builds the page. With --omit=dev there is nothing to build it with; the service then runs with a web/dist from
// elsewhere, or without the page.
// Whoever starts this may be a test: the page is for people all the same.
process.env.NODE_ENV = "production";
let vite;
try {
  vite = await import("vite");
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write("The web page is not built, because the development dependencies are left out.\n");
}
await vite?.build({ root: import.meta.dirname });
