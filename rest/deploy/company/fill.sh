#!/bin/sh
# fill.sh <file> <name>=<value>…: the file with values in the places of its <<names>>. A paragraph in which one of them has
# no value, or an empty one, is left out: what is not there is not configured.
set -eu
file=$1
shift
script=
for given; do
    value=$(printf '%s' "${given#*=}" | sed 's/[\\|&]/\\&/g')
    [ -z "$value" ] || script="$script
s|<<${given%%=*}>>|$value|g"
done
# The blank lines between paragraphs are where they were.
sed "$script" "$file" | awk 'BEGIN { RS = ""; ORS = "\n\n" } !/<<[a-z0-9_]+>>/'
