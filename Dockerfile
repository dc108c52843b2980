# One image for web and worker, which differ only in the command. Node 24 is supported until April 2028. The first two
# stages run on the processor of the builder, because their results are the same for every processor.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/mongodb-emulator/package.json packages/mongodb-emulator/
RUN npm ci --workspace=@pc-benchmarks/mongodb-emulator --include-workspace-root
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY embedded embedded
COPY workers workers
COPY scripts scripts
COPY packages/mongodb-emulator/src packages/mongodb-emulator/src
RUN npm run build \
  && printf '#!/bin/sh\nexec node /app/dist/scripts/admin.js "$@"\n' > admin && chmod 755 admin

# The optional packages and the emulator, a workspace, are stores for machines without stores; containers use external
# stores. The source maps and types of packages are for debuggers and compilers, and a third of all bytes. The source
# maps in dist stay, so that stack traces can name lines of the sources. In the image, scripts of package.json such as
# npm run import:products run the compiled programs.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --workspaces=false --omit=dev --omit=optional --no-audit --no-fund \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete \
  && sed -E -i 's#"sh scripts/packages.sh && exec node --import=tsx scripts/(.*)\.ts"#"node dist/scripts/\1.js"#' package.json

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY data data
COPY .npmrc ./
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# docker compose exec web admin <command>
COPY --from=build /app/admin /usr/local/bin/
USER node
EXPOSE 3000
CMD ["node", "dist/src/server.js"]
