# One image for every role: ROLE says whether a process serves, works, or both. See docs/scale.md.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /sitewalk
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx --no-install vite build && npm prune --omit=dev --no-audit --no-fund

FROM debian:bookworm-slim
# On arm64 no ffmpeg comes with the packages: build with --build-arg APT_PACKAGES=ffmpeg. Without any, films keep their one size.
ARG APT_PACKAGES=""
RUN if [ -n "$APT_PACKAGES" ]; then apt-get update \
  && apt-get install -y --no-install-recommends $APT_PACKAGES && rm -rf /var/lib/apt/lists/*; fi
# An account with a name: the embedded database asks for its own.
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin sitewalk && install -d -o sitewalk -g sitewalk /data
WORKDIR /sitewalk
# The sources belong to root: a process that is broken into cannot change what runs next.
COPY --from=build /sitewalk ./
# The Node that the lock file names, the one that the tests run on.
ENV PATH=/sitewalk/node_modules/.bin:$PATH \
  NODE_ENV=production \
  DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072 \
  METRICS_PORT=9090
USER sitewalk
VOLUME /data
EXPOSE 8080 1935
# Of every role, by the port that nobody outside reaches.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does, without its compile cache: nothing that a process writes may be run by the next.
CMD ["sh", "-c", "exec node $(node scripts/node-flags.ts) src/server/main.ts"]
