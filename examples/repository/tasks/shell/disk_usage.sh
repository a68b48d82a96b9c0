du -sk "$PARAM_FOLDER" | awk '{ print "airplane_output_set " $1 }'
