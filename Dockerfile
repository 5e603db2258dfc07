# Builds the page, then keeps only what the service runs on.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The runtime of this image serves here, so the one from npm is left out with the other optional packages' scripts.
RUN npm install --ignore-scripts
COPY . .
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/node-win-* node_modules/.bin/node \
 && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 4 -type d \
      ! -path "*/linux*" -prune -exec rm -rf {} +

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json /app/package-lock.json ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/bin bin
COPY --from=build --chown=root:root /app/src src
COPY --from=build --chown=root:root /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/carrel.js", "serve"]
