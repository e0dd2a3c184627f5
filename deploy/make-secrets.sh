#!/bin/sh
# Creates the secrets that compose.yaml mounts into the containers, once: sh deploy/make-secrets.sh [FOLDER]
set -eu
folder=${1:-$(dirname "$0")/secrets}
if [ -e "$folder" ]; then
  echo "$folder is there already. Its secrets open the data of a running catalog; nothing was changed." >&2
  exit 1
fi

random() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
keep() { printf '%s\n' "$2" >"$folder/$1"; }

# Containers read the files as other users, so everyone may read the files, and only the owner may open the folder.
umask 022
mkdir -m 700 "$folder"

password=$(random 24)
key_id=GK$(random 12)
key=$(random 32)
keep secret_key "$(random 32)"
keep postgres_password "$password"
keep database_url "postgres://catalog:$password@postgres/catalog"
keep s3_access_key_id "$key_id"
keep s3_secret_access_key "$key"
keep garage.env "GARAGE_RPC_SECRET=$(random 32)
GARAGE_DEFAULT_ACCESS_KEY=$key_id
GARAGE_DEFAULT_SECRET_KEY=$key"
echo "Made $folder. Keep a copy of secret_key apart from the copies of the database."
