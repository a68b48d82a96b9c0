#!/usr/bin/env bash
# smoke-image.sh IMAGE PLATFORM: starts an image, and checks that it becomes healthy, is not root, executes a task, and ends well.
set -euo pipefail
image=$1 platform=$2

container=$(docker run --detach --init --platform "$platform" --publish 127.0.0.1::4100 \
  --env HANGAR_ADMIN_TOKEN=sixteen-letters! --env HANGAR_API_KEY=tkn_smoke "$image")
trap 'docker logs "$container" >&2; docker rm --force "$container" > /dev/null' EXIT

for _ in $(seq 60); do
  health=$(docker inspect --format '{{.State.Health.Status}}' "$container")
  [ "$health" != healthy ] || break
  sleep 1
done
[ "$health" = healthy ] || { echo "it is $health after a minute" >&2; exit 1; }
[ "$(docker exec "$container" id -u)" != 0 ] || { echo 'it runs as root' >&2; exit 1; }
address=$(docker port "$container" 4100/tcp)
curl -fsS "http://$address/v0/tasks/execute" -H 'X-Service-API-Key: tkn_smoke' -d '{"slug":"greet"}'
docker stop --time 10 "$container" > /dev/null
code=$(docker inspect --format '{{.State.ExitCode}}' "$container")
[ "$code" = 0 ] || { echo "it ended with $code" >&2; exit 1; }
trap - EXIT
docker rm "$container" > /dev/null
echo "$image ($platform) works"
