# Carrel with everything that it runs on, but for Qdrant and Appwrite: compose.yaml brings the first.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# The image has a Node of its own, and needs the inference library of its own platform alone: 550 MB become 280 MB.
RUN npm prune --omit=dev \
  && rm -rf node_modules/.bin/node node_modules/node-linux-* node_modules/node-bin-* node_modules/node-win-* \
  && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 -type d \
    ! -path "*/linux/$(node -p process.arch)" -exec rm -rf {} +

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/web/dist web/dist
COPY package.json LICENSE THIRD-PARTY-NOTICES.md ./
COPY bin bin
COPY src src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/carrel.js", "serve"]
