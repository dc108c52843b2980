#!/usr/bin/env bash
# Shows the main uses of the service with curl: signs in, makes a build, sends scores and a file, waits for the result,
# and makes a token.
# Usage: examples/curl.sh [<url>] [<file>]   (the service has to allow the development log-in)
set -euo pipefail
api=${1:-http://127.0.0.1:3000}
file=${2:-data/samples/presentmon-capture.csv}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cookies=$folder/cookies
answer=$folder/answer.json

# A refusal has its reason in JSON; --fail-with-body prints the JSON and ends the script.
call() {
  curl --silent --show-error --fail-with-body --cookie "$cookies" --cookie-jar "$cookies" "$@"
}
# Prints a value of the answer on standard input, such as .build.build_id.
pick() {
  node -pe "const answer = JSON.parse(fs.readFileSync(0)); answer$1"
}
json=(--header 'Content-Type: application/json')

call "${json[@]}" --data '{"name":"ada"}' "$api/login/dev" | pick .account.name
build_id=$(call "${json[@]}" --data '{"name":"Quiet tower"}' "$api/builds" | pick .build.build_id)
echo "build $build_id"

# Typed-in scores: 15 is Cinebench R23. With the Idempotency-Key a repeated request takes effect once.
call --header "Idempotency-Key: $build_id-scores" --form "build_id=$build_id" \
  --form 'benchmarks={"id":15,"runs":[15240,15310]}' "$api/benchmarks/add" | pick '.runs.map(({ status, score }) => `${status}: ${score}`).join("\n")'

# A file, with the progress of the upload on standard error. 16 is a game. A worker reads the file; `wait` delays the
# answer until the file is read.
run_id=$(curl --progress-bar --show-error --fail-with-body --cookie "$cookies" --form "build_id=$build_id" \
  --form 'benchmarks={"id":16}' --form "files=@$file" "$api/benchmarks/add" | pick '.runs[0].run_id')
call "$api/benchmarks/runs/$run_id?wait=30" > "$answer"
echo "$(pick .status < "$answer"): $(pick .score < "$answer") $(pick .unit < "$answer")"

# A program sends a personal access token instead of the cookie. Only this answer shows the token.
token=$(call "${json[@]}" --data '{"name":"example","scopes":["read","submit"],"expires_in_days":1}' "$api/me/tokens" |
  pick .token)
curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" "$api/me" | pick .usage.used
echo "token $token"
