#!/bin/sh -eu
echo "Would delete what is older than $KEEP_DAYS days"
