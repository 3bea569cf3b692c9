# Base images by tag. To pin their bytes too, add the digest of the day you build:
# `docker buildx imagetools inspect node:24-bookworm-slim` prints it, and `node:24-bookworm-slim@sha256:…` uses it.
ARG NODE=node:24-bookworm-slim

# What the server loads beside its bundle: native code.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# Site and server, built with everything.
FROM packages AS build
COPY . .
RUN npm ci && node server/process/build/build.ts

FROM ${NODE}
# Written by `npm version`.
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Praça" \
  org.opencontainers.image.description="An open-source marketplace for Brazil" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As in bin/server-flags.js, and so are the flags of the command below.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
# The operator's command line; npm and yarn, which nothing here needs, go.
RUN mkdir /data && chown node:node /data \
  && printf '#!/bin/sh\nexec node /app/dist/server/admin.js "$@"\n' > /usr/local/bin/praca && chmod 755 /usr/local/bin/praca \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# For a process with a site; a worker answers on METRICS_PORT instead (compose.yaml).
HEALTHCHECK --start-period=60s --interval=10s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "dist/server/main.js"]
