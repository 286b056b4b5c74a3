#!/bin/sh
# Learns the models that come with the program anew: scripts/train-models.sh [MODEL…]
#
# Needs the labelled pages (scripts/unpack-data.sh puts them into target/data, or name their folder with CHAFFINCH_DATA) and a release
# build of the program. Each model is written to crates/chaffinch-label/models/ as a whole or not at all; a run that was stopped goes on where it
# was. The same pages give the same files.
set -eu
cd "$(dirname "$0")/.."
data=${CHAFFINCH_DATA:-target/data}
chaffinch=${CHAFFINCH:-target/release/chaffinch}
models=crates/chaffinch-label/models
[ $# -gt 0 ] || set -- product auto book camera job movie nbaplayer restaurant university
verticals="auto book camera job movie nbaplayer restaurant university"
# Pages without anything of a model's kind: it learns from them where to answer nothing.
without="--against $data/none/gold.jsonl --against $data/wild/gold.jsonl:type=article,documentation,service,forum"
for model in "$@"; do
    echo "== $model"
    case $model in
        product)
            "$chaffinch" train "$data/lists/gold.jsonl" --only kind=product-list,product-detail \
                --attributes name,image,price,description --parts "${PARTS:-4}" $without \
                --against "$data/swde/gold.jsonl:vertical=job,movie,nbaplayer,restaurant,university" \
                --against "$data/recipes/gold.jsonl" --against "$data/people/gold.jsonl" --against "$data/courts/gold.jsonl" \
                --out "$models/$model.model" ;;
        *)
            others=$(echo "$verticals" | tr ' ' '\n' | grep -vx "$model" | paste -sd,)
            "$chaffinch" train "$data/swde/gold.jsonl" --only "vertical=$model" \
                --per-site "${PER_SITE:-12}" --parts "${PARTS:-2}" $without --against "$data/swde/gold.jsonl:vertical=$others" \
                --out "$models/$model.model" ;;
    esac
done
