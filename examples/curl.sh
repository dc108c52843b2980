#!/usr/bin/env bash
# The main uses of the service with curl: signs in, makes a build and a token, sends scores and a file, waits for the result.
# Usage: examples/curl.sh [<url>] [<file>]   (the service has to allow the development log-in)
set -euo pipefail
api=${1:-http://127.0.0.1:3000}
file=${2:-data/samples/presentmon-capture.csv}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cookies=$folder/cookies
answer=$folder/answer.json

# A refusal says why in JSON; --fail-with-body shows it and ends the script.
call() {
  curl --silent --show-error --fail-with-body --cookie "$cookies" --cookie-jar "$cookies" "$@"
}
# Prints a value of an answer, such as .build.build_id.
pick() {
  node -pe "const answer = JSON.parse(fs.readFileSync(0)); answer$1"
}
json=(--header 'Content-Type: application/json')

call "${json[@]}" --data '{"name":"ada"}' "$api/login/dev" | pick .account.name
build_id=$(call "${json[@]}" --data '{"name":"Quiet tower"}' "$api/builds" | pick .build.build_id)
echo "build $build_id"

# Typed-in scores: 15 is Cinebench R23. With the Idempotency-Key the same request takes effect once, however often it is sent.
call --header "Idempotency-Key: $build_id-scores" --form "build_id=$build_id" \
  --form 'benchmarks={"id":15,"runs":[15240,15310]}' "$api/benchmarks/add" | pick '.runs.map(({ status, score }) => `${status}: ${score}`).join("\n")'

# A file, with the progress of the upload on standard error. 16 is a game. A worker reads the file; `wait` holds the answer until then.
run_id=$(curl --progress-bar --show-error --fail-with-body --cookie "$cookies" --form "build_id=$build_id" \
  --form 'benchmarks={"id":16}' --form "files=@$file" "$api/benchmarks/add" | pick '.runs[0].run_id')
call "$api/benchmarks/runs/$run_id?wait=30" > "$answer"
echo "$(pick .status < "$answer"): $(pick .score < "$answer") $(pick .unit < "$answer")"

# A program sends a personal access token instead of the cookie. Only this answer shows it.
token=$(call "${json[@]}" --data '{"name":"example","scopes":["read","submit"],"expires_in_days":1}' "$api/me/tokens" |
  pick .token)
curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" "$api/me" | pick .usage.used
echo "token $token"
